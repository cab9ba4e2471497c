#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files and folders through system calls, which read thousands of small files in milliseconds.
package enum FileAccess {
  package enum ReadError: Error {
    /// The path is a folder, a pipe or a device. Reading a pipe or a device may never end.
    case notRegular
    case tooLarge
    case unreadable
  }

  /// The identity of a folder, which does not depend on the path or link to it.
  package struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  package struct Entry {
    package let name: String
    package let isLink: Bool
    package let isFolder: Bool
    package let isFile: Bool
  }

  /// The entries of a folder, sorted by name; nil if the folder cannot be read. Skips names that are not UTF-8.
  package static func entries(of folder: String) -> [Entry]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let found = unsafe readdir(stream) {
      let (name, type) = unsafe (name(of: found), Int32(found.pointee.d_type))
      guard let name, name != ".", name != ".." else { continue }
      // Some file systems return no type. Then, and for a link, look up what the path leads to.
      let isLink = type == DT_LNK
      let mustLook = isLink || type == DT_UNKNOWN
      let isFolder = type == DT_DIR || (mustLook && identity(of: folder + "/" + name) != nil)
      let isFile = type == DT_REG || (mustLook && !isFolder && isRegular(folder + "/" + name))
      entries.append(Entry(name: name, isLink: isLink, isFolder: isFolder, isFile: isFile))
    }
    return entries.sorted { $0.name < $1.name }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    // SAFETY: the name ends with a zero byte within the entry (readdir(3)).
    unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
    }
  }

  /// Why a file could not be read, for the end of a message.
  /// - Parameter isFolder: whether a folder was expected.
  package static func reasonItIsUnreadable(_ path: String, isFolder: Bool = false) -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR
        ? "it does not exist" : unsafe String(cString: strerror(errno))
    }
    guard unsafe access(path, R_OK) == 0 else { return unsafe String(cString: strerror(errno)) }
    if isFolder { return "it is not a folder" }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return "it is a folder"
    case S_IFREG: return "it is too large, or reading it failed"
    default: return "it is not a regular file"
    }
  }

  /// The identity of the folder at a path, with links resolved; nil if there is no folder.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The path with links resolved; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(validatingCString: found)
  }

  /// Whether a resolved path is below a folder. Compares bytes, as the file system does. False for nil.
  package static func isWithin(_ path: String?, folder: String) -> Bool {
    path?.utf8.starts(with: (folder + "/").utf8) ?? false
  }

  static func isRegular(_ path: String) -> Bool { size(of: path) != nil }

  /// The size of a regular file, in bytes; nil for anything else.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads a regular file of at most `limit` bytes.
  package static func bytes(of path: String, limit: Int) -> Result<[UInt8], ReadError> {
    // O_NONBLOCK, because opening a pipe would otherwise wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      var status = stat()
      let isOther = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
      return .failure(isOther ? .notRegular : .unreadable)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return .failure(.unreadable) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegular) }
    guard status.st_size <= limit else { return .failure(.tooLarge) }
    return bytes(of: descriptor, expected: Int(status.st_size), limit: limit)
  }

  /// - Parameter expected: the file's size before reading. The file may grow while it is read.
  private static func bytes(of descriptor: Int32, expected: Int, limit: Int) -> Result<[UInt8], ReadError> {
    var bytes: [UInt8] = []
    var room = max(expected, 0) + 1
    while true {
      var failed = false
      var ended = false
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        // SAFETY: read(2) writes at most `buffer.count` bytes and returns their number.
        let result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        count = max(result, 0)
        failed = result < 0 && errno != EINTR
        ended = result == 0
      }
      if failed { return .failure(.unreadable) }
      if ended { return .success(bytes) }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      guard bytes.count <= limit else { return .failure(.tooLarge) }
      room = max(expected + 1 - bytes.count, 4096)
    }
  }
}
