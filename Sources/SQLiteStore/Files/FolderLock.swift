internal import FileSystem
internal import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An exclusive lock on a data folder. It ends with this object or with the process.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: ``StoreError/locked(_:)`` if another process or object holds the lock.
  init(of folder: DataFolder) throws(StoreError) {
    descriptor = SystemCall.open(folder.lockPath, O_RDWR | O_CREAT)
    guard descriptor >= 0 else {
      throw DataFolder.failure(writing: folder.lockPath)
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isTaken = errno == EWOULDBLOCK
      let reason = SystemCall.reason
      // Do not close the descriptor here. `deinit` runs although `init` throws, because all properties are set.
      throw isTaken
        ? .locked(
          "another Marquee is using the data folder \(folder.path.inQuotes); stop it, or choose another folder with "
            + "--data")
        : .unavailable("cannot lock \(folder.lockPath.inQuotes): \(reason)")
    }
  }

  /// Releases the lock before this object ends.
  func release() { _ = flock(descriptor, LOCK_UN) }

  deinit {
    // Unlock before closing. A child process that another thread starts at this moment has a copy of the descriptor
    // until it runs its program, and would keep the lock.
    release()
    close(descriptor)
  }
}
