/// The plan of a measurement.
struct Sampling {
  /// The number of samples of each benchmark.
  let samples: Int
  /// The minimum duration of a sample, in nanoseconds: much longer than reading the clock takes.
  let sampleTime: UInt64
  /// The duration of the warm-up of each benchmark, in nanoseconds.
  let warmUp: UInt64

  static let whole = Sampling(samples: 100, sampleTime: 2_000_000, warmUp: 200_000_000)
  static let quick = Sampling(samples: 20, sampleTime: 1_000_000, warmUp: 20_000_000)

  /// Measures benchmarks in turn, so that noise affects all of them.
  func measure(_ benchmarks: [Benchmark]) throws -> [Measurement] {
    let sizes = try benchmarks.map(size)
    var times = benchmarks.map { _ in [Double]() }
    for _ in 0..<samples {
      for (index, benchmark) in benchmarks.enumerated() {
        times[index].append(try Self.time(benchmark, sizes[index]) / Double(sizes[index]))
      }
    }
    return zip(benchmarks, times).map { Measurement(name: $0.name, times: $1) }
  }

  /// Warms up, and finds the number of runs in a sample.
  private func size(_ benchmark: Benchmark) throws -> Int {
    var size = 1
    while try Self.time(benchmark, size) < Double(sampleTime) { size *= 2 }
    let end = ThreadClock.nanoseconds + warmUp
    while ThreadClock.nanoseconds < end { _ = try Self.time(benchmark, size) }
    return size
  }

  /// The processor time of the thread, in nanoseconds.
  private static func time(_ benchmark: Benchmark, _ times: Int) throws -> Double {
    let start = ThreadClock.nanoseconds
    let result = try benchmark.run(times)
    let end = ThreadClock.nanoseconds
    guard result != 0 else { throw BenchmarkError("\(benchmark.name) has done nothing") }
    return Double(end - start)
  }
}
