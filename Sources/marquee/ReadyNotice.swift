import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says to other programs that the server listens, and where.
struct ReadyNotice {
  /// A file that gets the port, nil for none.
  let portFile: String?
  /// A descriptor that gets the address; nil for none.
  let descriptor: Int32?

  /// - Throws: ``CommandFailure`` when one of them can't be written.
  func send(url: String, port: Int) throws {
    if let portFile {
      do {
        // Atomic: who waits for the file finds all of it.
        try Data("\(port)\n".utf8).write(to: URL(fileURLWithPath: portFile), options: .atomic)
      } catch {
        throw CommandFailure("cannot write the port to \(portFile)")
      }
    }
    guard let descriptor else { return }
    var line = Array("\(url)\n".utf8)[...]
    while !line.isEmpty {
      // SAFETY: the call reads no more bytes than there are.
      let count = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw CommandFailure("cannot write to the descriptor \(descriptor)") }
      line = line.dropFirst(count)
    }
    // Who reads to the end is not to wait for the server's.
    if descriptor > 2 { close(descriptor) }
  }
}
