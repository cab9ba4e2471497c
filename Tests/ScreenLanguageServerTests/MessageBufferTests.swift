import JSONText
import ScreenLanguageServer
import Testing

@Suite struct MessageBufferTests {
  private static func message(_ content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8)
  }

  /// The events of bytes that arrive in pieces of a size.
  private static func events(_ bytes: [UInt8], pieces: Int) -> [MessageBuffer.Event] {
    var buffer = MessageBuffer()
    var events: [MessageBuffer.Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      buffer.append(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
      while let event = buffer.next() { events.append(event) }
    }
    return events
  }

  @Test(arguments: [1, 3, 1000])
  func `messages arrive in any pieces`(pieces: Int) {
    let bytes =
      Self.message("{}") + Self.message("") + Array("content-type: x\r\nCONTENT-LENGTH:3\r\n\r\n칼".utf8)
      + Self.message("[1]")
    #expect(
      Self.events(bytes, pieces: pieces) == [
        .message(Array("{}".utf8)), .message([]), .message(Array("칼".utf8)), .message(Array("[1]".utf8)),
      ])
  }

  @Test(
    arguments: [
      "Content-Type: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: many\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length:\r\n\r\n", "\r\n\r\n\r\n\r\n",
      "Content-Length: 999999999\r\n\r\n{\"jsonrpc\":", String(repeating: "x", count: 20_000),
      String(repeating: "\r\n\r\n", count: 20_000),
    ], [1, 100_000])
  func `after bytes that are no message there is one error, and the next message is read`(
    bytes: String, pieces: Int
  ) throws {
    let events = Self.events(Array(bytes.utf8) + Self.message("{}"), pieces: pieces)
    #expect(events.count == 2)
    guard case .malformed(let reason)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(events.last == .message(Array("{}".utf8)))
  }

  @Test func `a message of the largest size is read, and a larger one is not`() {
    let limit = MessageBuffer.maximumMessageBytes
    var buffer = MessageBuffer()
    buffer.append(Array("Content-Length: \(limit)\r\n\r\n".utf8))
    buffer.append([UInt8](repeating: 0x20, count: limit))
    #expect(buffer.next() == .message([UInt8](repeating: 0x20, count: limit)))
    buffer.append(Array("Content-Length: \(limit + 1)\r\n\r\n".utf8))
    guard case .malformed? = buffer.next() else {
      Issue.record("a larger message is accepted")
      return
    }
  }

  @Test func `a sent message has the length of its bytes`() {
    #expect(Message.framed("칼") == Array("Content-Length: 5\r\n\r\n\"칼\"".utf8))
  }
}
