#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Counts calls of the allocator by the preloaded library of `allocation-count.c`.
struct AllocationCounter {
  private typealias Count = @convention(c) () -> UInt64

  private let count: Count

  /// - Throws: ``BenchmarkError`` if the library is missing or does not count.
  init() throws(BenchmarkError) {
    guard let program = unsafe dlopen(nil, RTLD_NOW),
      let symbol = unsafe dlsym(program, "marquee_allocation_count")
    else { throw BenchmarkError("allocation-count.so is not preloaded") }
    // SAFETY: the library defines the function with this signature.
    count = unsafe unsafeBitCast(symbol, to: Count.self)
    let before = count()
    let sample = (0..<100).map { [$0] }
    guard count() - before >= UInt64(sample.count) else {
      throw BenchmarkError("allocation-count.so does not count")
    }
  }

  /// The number of allocations for one run of a benchmark.
  func measure(_ benchmark: Benchmark) throws -> Measurement {
    let times = 100
    // The first run fills tables and caches.
    _ = try benchmark.run(times)
    let before = count()
    let result = try benchmark.run(times)
    let after = count()
    guard result != 0 else { throw BenchmarkError("\(benchmark.name) has done nothing") }
    var measurement = Measurement(name: benchmark.name, times: [])
    measurement.allocations = Double(after - before) / Double(times)
    return measurement
  }
}
