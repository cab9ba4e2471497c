import Testing

@testable import FaultInjection

@Suite struct MessageScannerTests {
  private static let session =
    CommitClient.startup + CommitClient.query("BEGIN") + CommitClient.pipeline("COMMIT")

  /// The types of all messages; "-" for a packet without a type.
  private static func types(_ chunks: [[UInt8]]) -> String {
    var scanner = MessageScanner(.startup)
    let types = chunks.flatMap { scanner.messages(in: $0) }.map { $0.type == 0 ? UInt8(ascii: "-") : $0.type }
    return String(decoding: types, as: UTF8.self)
  }

  @Test func `messages are the same in one chunk, in bytes and in two chunks`() {
    let session = Self.session
    #expect(Self.types([session]) == "-QPBES")
    #expect(Self.types(session.map { [$0] }) == "-QPBES")
    for cut in session.indices {
      #expect(Self.types([Array(session[..<cut]), Array(session[cut...])]) == "-QPBES")
    }
  }

  @Test(arguments: ["hello, echo", "GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\0\u{1}", "\0\0\0\u{8}abcd"])
  func `another protocol is opaque`(_ text: String) {
    var scanner = MessageScanner(.startup)
    #expect(scanner.messages(in: Array(text.utf8)).count <= 1)
    #expect(scanner.phase == .opaque)
  }

  @Test func `a long body is kept in part, and does not hide the next message`() throws {
    var scanner = MessageScanner(.typed)
    let long = CommitServer.message("d", [UInt8](repeating: 7, count: 100_000))
    let messages = scanner.messages(in: long + CommitServer.message("S"))
    #expect(messages.map(\.body.count) == [65536, 0])
    #expect(messages.map(\.end) == [100_005, 100_010])
  }
}
