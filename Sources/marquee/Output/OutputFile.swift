import FileSystem
import ProgramOutput
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An output file of a command.
///
/// A regular file is replaced atomically: the content is written to a temporary file, which is then renamed. Anything
/// else (a pipe, a device, a symbolic link) is opened and written to, never replaced.
final class OutputFile {
  /// The size of the buffer, in bytes.
  private static let bufferBytes = 1 << 16

  private let path: String
  private var descriptor: Int32
  /// The path of the temporary file; nil for a file that is written in place.
  private let temporaryPath: String?
  private var buffer: [UInt8] = []

  /// Writes a file.
  /// - Parameters:
  ///   - permissions: the mode of a new file, before the umask. A replaced file keeps its mode.
  ///   - body: adds the content.
  /// - Throws: ``OutputError``, and what `body` throws.
  static func write(
    _ path: String, permissions: Int32 = 0o666, _ body: (OutputFile) throws -> Void
  ) throws {
    let file = try OutputFile(path, permissions: permissions)
    try body(file)
    try file.finish()
  }

  static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try OutputFile(path, permissions: 0o666)
    try file.add(bytes)
    try file.finish()
  }

  private init(_ path: String, permissions: Int32) throws(OutputError) {
    self.path = path
    // A C string ends at U+0000, so another file would be written.
    guard !path.utf8.contains(0) else { throw OutputError(printable(path), number: EINVAL) }
    var status = stat()
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    if unsafe lstat(path, &status) != 0 {
      guard errno == ENOENT else { throw OutputError(printable(path)) }
      (temporaryPath, descriptor) = try Self.makeTemporaryFile(beside: path, permissions: permissions)
      return
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      temporaryPath = nil
      // The target of a broken link is created.
      let creates = kind == S_IFLNK ? O_CREAT : 0
      descriptor = SystemCall.open(path, O_WRONLY | O_TRUNC | O_NOCTTY | creates, permissions: permissions)
      if descriptor < 0 { throw OutputError(printable(path)) }
      return
    }
    (temporaryPath, descriptor) = try Self.makeTemporaryFile(beside: path, permissions: 0o600)
    // The replacement keeps the mode of the file. If fchmod fails, only the owner can use it.
    _ = fchmod(descriptor, status.st_mode & 0o777)
  }

  private static func makeTemporaryFile(
    beside path: String, permissions: Int32
  ) throws(OutputError) -> (path: String?, descriptor: Int32) {
    guard let file = SystemCall.makeUniqueFile(beside: path, permissions: permissions) else {
      throw OutputError(printable(path))
    }
    return (file.path, file.descriptor)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporaryPath { SystemCall.remove(temporaryPath) }
  }

  /// Appends bytes.
  func add(_ bytes: [UInt8]) throws(OutputError) {
    buffer += bytes
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  private func flush() throws(OutputError) {
    guard SystemCall.write(buffer[...], to: descriptor) else { throw OutputError(printable(path)) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Flushes the file to the disk and renames it.
  private func finish() throws(OutputError) {
    try flush()
    guard SystemCall.synchronise(descriptor) else { throw OutputError(printable(path)) }
    let number = descriptor
    descriptor = -1
    // Some file systems report a full disk only on close.
    guard close(number) == 0 || errno == EINTR else { throw failureAfterCleanup() }
    guard let temporaryPath else { return }
    // SAFETY: the C strings of the paths are valid during the call, which does not keep them.
    guard unsafe rename(temporaryPath, path) == 0 else { throw failureAfterCleanup() }
    SystemCall.synchronise(path: SystemCall.parent(of: path))
  }

  /// The failure of the last system call. Removes the temporary file.
  private func failureAfterCleanup() -> OutputError {
    let failure = OutputError(printable(path))
    if let temporaryPath { SystemCall.remove(temporaryPath) }
    return failure
  }
}
