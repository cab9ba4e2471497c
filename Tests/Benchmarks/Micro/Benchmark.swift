/// One thing to measure.
struct Benchmark {
  let name: String
  /// Does it that many times. What it gives back depends on all that was done, so that nothing can be left out by
  /// the compiler.
  let run: (_ times: Int) throws -> Int
}
