#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// System calls for files. A path must not contain U+0000, where a C string would end.
package enum SystemCall {
  /// Opens a file with close-on-exec: a lock of flock(2) belongs to the open file, which a child would inherit.
  /// - Parameter permissions: the mode of a new file, before the umask. By default only the owner has access.
  /// - Returns: a descriptor, or -1 with the reason in `errno`.
  package static func open(_ path: String, _ flags: Int32, permissions: Int32 = 0o600) -> Int32 {
    #if canImport(Glibc)
      // SAFETY: the C string of the path is valid during the call, which does not keep it.
      unsafe Glibc.open(path, flags | O_CLOEXEC, mode_t(permissions))
    #else
      // SAFETY: as above.
      unsafe Darwin.open(path, flags | O_CLOEXEC, mode_t(permissions))
    #endif
  }

  /// Creates a file with an unused name in the folder of another file.
  /// - Returns: its path and an open descriptor; nil with the reason in `errno`.
  package static func makeUniqueFile(
    beside path: String, permissions: Int32 = 0o600
  ) -> (path: String, descriptor: Int32)? {
    while true {
      // Do not derive the name from that of the other file, which may already have the maximum length.
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let part = parent(of: path) + "/.marquee-\(number).part"
      let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
      if descriptor >= 0 { return (part, descriptor) }
      guard errno == EEXIST else { return nil }
    }
  }

  /// Whether a path exists. A broken symbolic link exists, too.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    return unsafe lstat(path, &status) == 0
  }

  /// Whether this process may write to a file, or create files in a folder.
  /// - Returns: false with the reason in `errno`.
  package static func canWrite(to path: String) -> Bool {
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    unsafe access(path, W_OK) == 0
  }

  /// Whether this process may read a file.
  /// - Returns: false with the reason in `errno`.
  package static func canRead(_ path: String) -> Bool {
    // SAFETY: as above.
    unsafe access(path, R_OK) == 0
  }

  /// What is at a path, with links resolved.
  package enum FileKind: Sendable {
    case missing
    /// A regular file without content.
    case empty
    case regular
    /// A folder, a pipe, a socket or a device.
    case other
  }

  package static func kind(of path: String) -> FileKind {
    var status = stat()
    // SAFETY: stat writes only to `status`.
    guard unsafe stat(path, &status) == 0 else { return .missing }
    guard status.st_mode & S_IFMT == S_IFREG else { return .other }
    return status.st_size == 0 ? .empty : .regular
  }

  /// What identifies a file while it exists, whatever its name is (stat(2)).
  package struct FileIdentity: Sendable, Equatable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The identity of the file at a path; nil if there is none.
  package static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    // SAFETY: stat writes only to `status`.
    return unsafe stat(path, &status) == 0 ? FileIdentity(status) : nil
  }

  /// Whether there is a regular, non-empty file at a path.
  package static func hasContent(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: as above.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  /// Sets the time of the last change of a file to now. Creates the file, empty, if it is missing.
  package static func touch(_ path: String) {
    // SAFETY: the C string of the path is valid during the call, which does not keep it. No times mean the present one.
    if unsafe utimensat(AT_FDCWD, path, nil, 0) == 0 || errno != ENOENT { return }
    let descriptor = open(path, O_WRONLY | O_CREAT)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The seconds since the last change of a file, by the wall clock; nil if there is no such file. Not negative, also
  /// if the clock was set back.
  package static func secondsSinceChange(of path: String) -> Double? {
    var status = stat()
    // SAFETY: stat writes only to `status`.
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    var now = timespec()
    // SAFETY: clock_gettime writes only to `now`.
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
    return max(0, seconds(now) - seconds(changed))
  }

  /// Removes a file if there is one. Leaves `errno` unchanged.
  package static func remove(_ path: String) {
    let error = errno
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    _ = unsafe unlink(path)
    errno = error
  }

  /// Reads a file to its end.
  /// - Parameter limit: the largest number of bytes to read.
  /// - Returns: the bytes; nil with the reason in `errno`.
  package static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var count = 0
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: limit - bytes.count) { buffer, filled in
        // SAFETY: read writes at most the given number of bytes and returns how many it wrote.
        #if canImport(Glibc)
          count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
        filled = max(count, 0)
      }
      if count == 0 { break }
      if count < 0, errno != EINTR { return nil }
    }
    return bytes
  }

  /// Writes all bytes. Waits for room if the descriptor is non-blocking.
  /// - Returns: false with the reason in `errno`; some of the bytes may have been written.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        // SAFETY: write reads at most the given number of bytes.
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        errno = EIO
        return false
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        // The other end of a pipe can make it non-blocking.
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&descriptors, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes all bytes at a place of a regular file.
  /// - Returns: false with the reason in `errno`; some of the bytes may have been written.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes { buffer in
        // SAFETY: pwrite reads at most the given number of bytes.
        unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset + done))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        errno = EIO
        return false
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Flushes an open file to the disk.
  /// - Returns: false with the reason in `errno`; true for a pipe or a file system that has no fsync(2).
  package static func synchronise(_ descriptor: Int32) -> Bool {
    fsync(descriptor) == 0 || [EINVAL, ENOTSUP, ENOSYS].contains(errno)
  }

  /// Creates a folder that only its owner can use.
  /// - Returns: false with the reason in `errno`.
  package static func makeDirectory(_ path: String) -> Bool {
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    unsafe mkdir(path, 0o700) == 0
  }

  /// Renames a file. Fails if there is a file of the new name.
  /// - Returns: false with the reason in `errno`.
  package static func rename(_ path: String, toNew name: String) -> Bool {
    // Unlike rename(2), link(2) replaces nothing.
    // SAFETY: the C strings of the paths are valid during the calls, which do not keep them.
    guard unsafe link(path, name) == 0 else { return false }
    // SAFETY: as above.
    _ = unsafe unlink(path)
    return true
  }

  /// The system's description of the last error (strerror(3)).
  package static var reason: String {
    // SAFETY: the C string of strerror is valid until the next call on this thread.
    unsafe String(cString: strerror(errno))
  }

  /// The path of the folder that contains a file or folder.
  package static func parent(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else {
      return rest.elementsEqual(".".utf8) ? path : "."
    }
    return slash == rest.startIndex ? "/" : String(path[..<slash])
  }

  /// Flushes a file's content, or a folder's entries, to the disk. Ignores errors: some file systems cannot do it.
  package static func synchronise(path: String) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
