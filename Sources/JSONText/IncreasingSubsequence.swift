/// Finds the elements that keep their order when a list changes: their old places, in the new order, increase.
package enum IncreasingSubsequence {
  /// The indices of a longest subsequence of increasing numbers, in O(n log n).
  ///
  /// - Parameter isPreferred: whether to keep the number at an index if several subsequences are equally long. The
  ///   result keeps as many of these as it can.
  package static func longest(
    in numbers: [Int], preferring isPreferred: (Int) -> Bool = { _ in false }
  ) -> [Int] {
    let sorted = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    var ranks = [Int](repeating: 1, count: numbers.count)
    var rank = 1
    for (index, next) in zip(sorted, sorted.dropFirst()) {
      if numbers[index] < numbers[next] { rank += 1 }
      ranks[next] = rank
    }
    // A Fenwick tree by rank: the best subsequence that ends with a number of at most that rank. It is longer, or has
    // more preferred numbers.
    var best = [Int?](repeating: nil, count: rank + 1)
    var scores = [Int](repeating: 0, count: numbers.count)
    var previous = [Int?](repeating: nil, count: numbers.count)
    var last: Int?
    for index in numbers.indices {
      var place = ranks[index] - 1
      while place > 0 {
        if let other = best[place], scores[other] > previous[index].map({ scores[$0] }) ?? 0 {
          previous[index] = other
        }
        place -= place & -place
      }
      // No number of preferred ones outweighs a longer subsequence.
      let own = numbers.count + 1 + (isPreferred(index) ? 1 : 0)
      scores[index] = own + (previous[index].map { scores[$0] } ?? 0)
      place = ranks[index]
      while place <= rank {
        if scores[index] > best[place].map({ scores[$0] }) ?? 0 { best[place] = index }
        place += place & -place
      }
      if scores[index] > last.map({ scores[$0] }) ?? 0 { last = index }
    }
    var indices: [Int] = []
    while let index = last {
      indices.append(index)
      last = previous[index]
    }
    return indices.reversed()
  }
}
