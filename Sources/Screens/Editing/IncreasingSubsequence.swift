/// Finds the items that keep their order when a list changes: their old places, in the new order, increase.
package enum IncreasingSubsequence {
  /// The indices of a longest subsequence of increasing numbers, in O(n log n) (patience sorting).
  package static func longest(in numbers: [Int]) -> [Int] {
    // `ends[n]` is the index of the least number that ends an increasing subsequence of length n + 1 so far.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var indices: [Int] = []
    var next = ends.last
    while let index = next {
      indices.append(index)
      next = previous[index]
    }
    return indices.reversed()
  }
}
