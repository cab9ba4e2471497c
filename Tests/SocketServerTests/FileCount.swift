#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum FileCount {
  struct NoFolder: Error {}

  /// The number of entries of a folder, without `.` and `..`.
  static func entries(of path: String) throws -> Int {
    guard let folder = unsafe opendir(path) else { throw NoFolder() }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count - 2
  }
}
