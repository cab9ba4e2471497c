#if canImport(Glibc)
  import CMalloc
  import Foundation
#endif

/// The arenas of the C library: heaps, of which each thread uses one.
enum MemoryArenas {
  /// Limits their number to that of the cores, unless the environment sets it. It has to be called before other threads are
  /// created.
  ///
  /// The library's own limit is eight for each core (mallopt(3), M_ARENA_MAX). Memory that a thread has freed serves the
  /// threads of its arena alone, so with many arenas the server keeps the memory of its largest work many times.
  static func limit() {
    #if canImport(Glibc)
      let information = ProcessInfo.processInfo
      let environment = information.environment
      guard environment["MALLOC_ARENA_MAX"] == nil,
        environment["GLIBC_TUNABLES"]?.contains("glibc.malloc.arena_max") != true
      else { return }
      _ = marquee_limit_arenas(Int32(clamping: information.activeProcessorCount))
    #endif
  }
}
