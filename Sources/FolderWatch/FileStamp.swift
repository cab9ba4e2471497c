#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The attributes of a file that change when the file changes.
struct FileStamp: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
  let size: Int64
  /// The last change of the content (st_mtim), in nanoseconds since 1970 UTC.
  let modified: Int64
  /// The last change of the content or the metadata (st_ctim), in nanoseconds since 1970 UTC.
  let changed: Int64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    self.changed = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
  }
}
