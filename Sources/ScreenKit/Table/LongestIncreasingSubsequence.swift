/// The most elements that are in order already, so that the fewest move.
enum LongestIncreasingSubsequence {
  /// The positions of one such subsequence, in time n log n (by patience sorting).
  static func positions(in numbers: [Int]) -> Set<Int> {
    /// For each length, where the subsequence of that length with the smallest last element ends.
    var ends: [Int] = []
    var previous: [Int?] = []
    previous.reserveCapacity(numbers.count)
    for (position, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var positions: Set<Int> = []
    var next = ends.last
    while let position = next {
      positions.insert(position)
      next = previous[position]
    }
    return positions
  }
}
