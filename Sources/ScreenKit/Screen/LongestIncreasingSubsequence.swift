/// The longest increasing subsequence: the largest set of elements that need no move.
enum LongestIncreasingSubsequence {
  /// Returns the positions of one longest increasing subsequence, in O(n log n) (patience sorting).
  static func positions(in numbers: [Int]) -> Set<Int> {
    /// For each length, the position of the smallest last element of a subsequence of that length.
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
