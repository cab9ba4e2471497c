import FileSystem
import HTTPWire
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The admin token of a data folder. It is generated at the first start and kept in a file that only its owner can
/// read.
package enum AdminToken {
  /// Why the token's file cannot be used: one line that names the file and says what to do.
  package struct FileError: Error {
    package let message: String
  }

  private static func path(in folder: String) -> String { folder + "/admin-token" }

  /// A path for a message, on one line.
  private static func shown(_ path: String) -> String { quoted(path, limit: .max) }

  /// The largest size of the file, in bytes. No token is nearly as long.
  private static let maximumBytes = 4096

  /// Whether a client can send the token in the field `Authorization` (RFC 6750 §2.1).
  package static func isValid(_ token: String) -> Bool { isBearerToken(Array(token.utf8)) }

  private static func isBearerToken(_ token: [UInt8]) -> Bool {
    token.withBytes { BearerCredentials.isToken($0) }
  }

  /// The characters of a token, for messages.
  package static let rule = #"letters, digits, "-", ".", "_", "~", "+" and "/", and "=" at the end"#

  // MARK: Reading

  /// The token of a data folder; nil if the folder has none.
  /// - Parameter warn: receives a warning if other users could read the file. Its mode is then set to 0600.
  package static func stored(in folder: String, warn: (String) -> Void) throws(FileError) -> String? {
    let path = path(in: folder)
    func fileError(_ text: String) -> FileError {
      FileError(message: "the file of the admin token, \(shown(path)), \(text)")
    }

    // Non-blocking, because opening a pipe waits for a writer.
    let descriptor = SystemCall.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP:
        throw fileError("is a symbolic link; put the file itself there, or delete the link: \(renewal)")
      default: throw fileError("cannot be read: \(SystemCall.reason)")
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw fileError("cannot be read: \(SystemCall.reason)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw fileError("is \(kind); delete it: \(renewal)")
    }
    keepFromOthers(descriptor, mode: status.st_mode & 0o7777, path: path, warn: warn)

    // One byte more than the limit, to notice a larger file.
    guard let bytes = SystemCall.read(descriptor, limit: maximumBytes + 1) else {
      throw fileError("cannot be read: \(SystemCall.reason)")
    }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { throw fileError("is empty; delete it: \(renewal)") }
    let token = Array(bytes[first...last])
    guard bytes.count <= maximumBytes, isBearerToken(token) else {
      throw fileError("does not contain exactly one token (\(rule)); correct it, or delete it: \(renewal)")
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// What happens after the file is deleted.
  private static let renewal = "the next start generates a new token"

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// Sets the file's mode to 0600 if other users have access.
  private static func keepFromOthers(
    _ descriptor: Int32, mode: mode_t, path: String, warn: (String) -> Void
  ) {
    guard mode & 0o077 != 0 else { return }
    let found =
      "other users had access to the admin token in \(shown(path)) (mode 0\(String(mode, radix: 8)))"
    guard fchmod(descriptor, 0o600) == 0 else {
      return warn("\(found), and its mode cannot be changed: \(SystemCall.reason); set it to 0600")
    }
    warn("\(found); its mode is 0600 now. If somebody may have read it, delete the file: \(renewal)")
  }

  // MARK: Generating

  /// Reads the token of a data folder, or generates one. The caller has locked the data folder.
  /// - Returns: the token, and whether it is new. A generated token is new until ``didShow(in:)`` is called, also in later
  ///   processes, because a start can fail before anybody has seen the token.
  package static func load(
    from folder: String, warn: (String) -> Void
  ) throws(FileError) -> (token: String, isNew: Bool) {
    if let token = try stored(in: folder, warn: warn) {
      return (token, SystemCall.exists(mark(in: folder)))
    }
    var generator = SystemRandomNumberGenerator()
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    // 32 characters out of 62 are 190 bits.
    let token = String((0..<32).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
    let path = path(in: folder)
    SystemCall.touch(mark(in: folder))
    guard write(token + "\n", toNew: path) else {
      throw FileError(message: "the admin token cannot be written to \(shown(path)): \(SystemCall.reason)")
    }
    return (token, true)
  }

  /// The path of an empty file, which exists until somebody has seen the token.
  private static func mark(in folder: String) -> String { path(in: folder) + ".unseen" }

  /// Notes that the token was shown, so that no later start shows it again.
  package static func didShow(in folder: String) { SystemCall.remove(mark(in: folder)) }

  /// Writes a new file that only its owner can use, and flushes it to the disk.
  /// - Returns: false with the reason in `errno`, and without a file.
  private static func write(_ text: String, toNew path: String) -> Bool {
    // Written under another name first, so that a crash leaves no partial file. Renaming replaces neither a file that
    // was created meanwhile nor the target of a link.
    guard let (part, descriptor) = SystemCall.makeUniqueFile(beside: path) else { return false }
    defer { close(descriptor) }
    guard SystemCall.write(Array(text.utf8)[...], to: descriptor), SystemCall.synchronise(descriptor),
      SystemCall.rename(part, toNew: path)
    else {
      SystemCall.remove(part)
      return false
    }
    SystemCall.synchronise(path: SystemCall.parent(of: path))
    return true
  }
}
