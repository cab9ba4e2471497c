internal import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The sole use of a data folder. It ends with this object, or with the process, however that ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: ``StoreError/locked(_:)`` when another one has it.
  init(of folder: DataFolder) throws(StoreError) {
    descriptor = SystemCall.open(folder.lockPath, O_RDWR | O_CREAT)
    guard descriptor >= 0 else {
      throw .unavailable("cannot write \(folder.lockPath.onOneLine): \(SystemCall.reason)")
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isTaken = errno == EWOULDBLOCK
      let reason = SystemCall.reason
      // The descriptor is closed by `deinit`, which runs for an object that was whole: twice would close another's.
      throw isTaken
        ? .locked("another Marquee is using the data folder \(folder.path.onOneLine)")
        : .unavailable("cannot lock \(folder.lockPath.onOneLine): \(reason)")
    }
  }

  /// Lets another one have the folder before this object is gone.
  func release() { _ = flock(descriptor, LOCK_UN) }

  deinit { close(descriptor) }
}
