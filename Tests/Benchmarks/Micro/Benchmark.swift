/// A benchmark.
struct Benchmark {
  let name: String
  /// Runs it a number of times. The result depends on all of the work, so that none of it can be left out by
  /// the compiler.
  let run: (_ times: Int) throws -> Int
}
