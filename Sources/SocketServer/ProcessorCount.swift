#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum ProcessorCount {
  /// The number of online processor cores, at least 1.
  static var available: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }
}
