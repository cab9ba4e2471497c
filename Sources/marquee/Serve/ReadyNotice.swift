import FileSystem
import ProgramOutput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Announces the address of the server to other programs once it listens.
struct ReadyNotice {
  /// A file to write the port to; nil for none.
  let portFile: String?
  /// A file descriptor to write the address to; nil for none.
  let descriptor: Int32?

  /// - Throws: ``OutputError``.
  func send(url: String, port: Int) throws(OutputError) {
    // Replaced atomically, because other programs wait for the file.
    if let portFile { try OutputFile.write(Array("\(port)\n".utf8), to: portFile) }
    guard let descriptor else { return }
    guard SystemCall.write(Array("\(url)\n".utf8)[...], to: descriptor) else {
      throw OutputError("to the file descriptor \(descriptor)")
    }
    // Closed so that the reader sees the end of the file.
    if descriptor > 2 { close(descriptor) }
  }
}
