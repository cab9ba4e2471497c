/// Elements that two lists have in the same order.
enum CommonSubsequence {
  /// The largest table of the longest common subsequence, in cells: about a millisecond.
  private static let maximumCells = 250_000

  /// The indices of a common subsequence: a longest one, if the lists are small or no element occurs twice in one.
  static func pairs(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    let (olds, news) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    let (cells, overflow) = (olds.count + 1).multipliedReportingOverflow(by: news.count + 1)
    let middle = !overflow && cells <= maximumCells ? longest(olds, news) : quick(olds, news)
    return (0..<head).map { ($0, $0) } + middle
      + (0..<tail).map { (olds.endIndex + $0, news.endIndex + $0) }
  }

  private static func longest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(old: Int, new: Int)] {
    let (olds, news) = (Array(old), Array(new))
    let width = news.count + 1
    // At (i, j): the length of the longest common subsequence of olds[i...] and news[j...].
    var lengths = [Int32](repeating: 0, count: (olds.count + 1) * width)
    for i in olds.indices.reversed() {
      for j in news.indices.reversed() {
        lengths[i * width + j] =
          olds[i] == news[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (i, j) = (0, 0)
    while i < olds.count, j < news.count {
      if olds[i] == news[j] {
        pairs.append((old.startIndex + i, new.startIndex + j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// Pairs the first, second, … occurrences of each element, and keeps the most pairs that are in order.
  private static func quick(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(old: Int, new: Int)] {
    var places: [Int: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    let pairs = new.indices.compactMap { index in
      places[new[index]]?.popLast().map { (old: $0, new: index) }
    }
    return IncreasingSubsequence.longest(in: pairs.map(\.old), preferring: { pairs[$0].old == pairs[$0].new })
      .map { pairs[$0] }
  }
}
