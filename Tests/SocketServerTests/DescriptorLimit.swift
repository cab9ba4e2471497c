#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limit and the number of this process's descriptors.
enum DescriptorLimit {
  #if canImport(Glibc)
    private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var kind: Int32 { RLIMIT_NOFILE }
  #endif

  static var current: Int? {
    var limit = rlimit()
    return unsafe getrlimit(kind, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
  }

  static func set(_ count: Int) -> Bool {
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return false }
    limit.rlim_cur = rlim_t(count)
    return unsafe setrlimit(kind, &limit) == 0
  }

  /// The number of open descriptors below 1,024.
  static var open: Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 } }
}
