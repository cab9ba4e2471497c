#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum ProcessorCount {
  /// Cores of this machine that are on, at least 1.
  static var available: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }
}
