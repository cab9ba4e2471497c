/// A benchmark.
struct Benchmark {
  let name: String
  /// Runs it a number of times. The result depends on all of the work, so that the compiler cannot remove any of it.
  let run: (_ times: Int) throws -> Int
}
