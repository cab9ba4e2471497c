import ArgumentParser
import JSONText
import MarqueeServer
import ProgramOutput
import ScreenLanguageServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `marquee lsp`.
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Check and complete screens in an editor: a language server.",
    discussion: """
      Speaks the Language Server Protocol 3.17 over standard input and output. An editor starts it. It shows the errors \
      of 'marquee validate' while you type, describes members and view types, and completes names, values and the ids of \
      items. A file belongs to the nearest folder above it that contains _types.
      """)

  @Flag(help: "Accepted, because some editors pass it. Standard input and output are always used.")
  var stdio = false

  /// The largest number of bytes to read at once.
  private static let chunkBytes = 1 << 16

  func run() throws {
    var buffer = MessageBuffer()
    var server = LanguageServer(version: Marquee.version)
    while let bytes = Self.read() {
      buffer.append(bytes)
      while let event = buffer.next() {
        switch event {
        case .message(let content): send(server.receive(content))
        case .malformed(let reason): send([server.parseErrorResponse(reason)])
        }
        if let status = server.exitStatus { throw ExitCode(status) }
      }
      // Checks documents after all received messages, so that fast typing causes one check.
      send(server.flush())
    }
    throw ExitCode(server.statusAtEnd)
  }

  private func send(_ messages: [JSONValue]) {
    for message in messages { StandardOutput.write(Message.framed(message)) }
  }

  /// The next bytes of standard input; nil at its end.
  private static func read() -> [UInt8]? {
    while true {
      var failed = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
        // SAFETY: read(2) writes at most the given number of bytes and returns how many it wrote.
        #if canImport(Glibc)
          let result = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        #else
          let result = unsafe Darwin.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        #endif
        count = max(result, 0)
        failed = result < 0 && errno == EINTR
      }
      if !failed { return bytes.isEmpty ? nil : bytes }
    }
  }
}
