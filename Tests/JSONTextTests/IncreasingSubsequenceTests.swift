import JSONText
import Testing

@Suite struct IncreasingSubsequenceTests {
  @Test(
    arguments: [
      ([], []), ([5], [5]), ([2, 1, 0], [1]), ([3, 1, 2, 0], [1, 2]), ([0, 0, 0], [0]),
      ([4, 0, 1, 2, 3], [0, 1, 2, 3]), ([1, 0, 2, 4, 3], [1, 2, 4]),
    ] as [([Int], [Int])]) func `the longest one is kept`(numbers: [Int], kept: [Int])
  {
    let indices = IncreasingSubsequence.longest(in: numbers) { numbers[$0] == $0 }
    #expect(indices.count == kept.count)
    #expect(Self.isIncreasing(indices, in: numbers))
  }

  @Test func `between two numbers that change places, the one in its place is kept`() {
    #expect(IncreasingSubsequence.longest(in: [2, 1, 0], preferring: { $0 == 1 }) == [1])
    #expect(
      IncreasingSubsequence.longest(in: [0, 3, 2, 1, 4], preferring: { [0, 2, 4].contains($0) }) == [0, 2, 4])
  }

  @Test func `it is as long and keeps as many places as any`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let numbers = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Int.random(in: 0...8, using: &generator)
      }
      let indices = IncreasingSubsequence.longest(in: numbers) { numbers[$0] == $0 }
      #expect(Self.isIncreasing(indices, in: numbers))
      #expect(Self.score(indices, in: numbers) == Self.best(of: numbers), "\(numbers)")
    }
  }

  private static func isIncreasing(_ indices: [Int], in numbers: [Int]) -> Bool {
    zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] }
  }

  private static func score(_ indices: [Int], in numbers: [Int]) -> [Int] {
    [indices.count, indices.count { numbers[$0] == $0 }]
  }

  /// The best of all subsequences.
  private static func best(of numbers: [Int]) -> [Int] {
    (0..<(1 << numbers.count)).map { mask in numbers.indices.filter { mask >> $0 & 1 == 1 } }
      .filter { isIncreasing($0, in: numbers) }.map { score($0, in: numbers) }
      .max { $0.lexicographicallyPrecedes($1) } ?? []
  }
}
