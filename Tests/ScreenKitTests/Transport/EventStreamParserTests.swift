import Testing

@testable import ScreenKit

@Suite struct EventStreamParserTests {
  private static let stream = """
    \u{feff}retry: 2000

    event: version
    id: 1
    data: {"route":"home","version":1}

    : still here

    event: deleted
    id:2
    data: a
    data
    data:  b

    data: no name
    unknown: x

    event: no data

    id: 3

    data: cut off
    """

  private static let expected = [
    ServerEvent(name: "version", data: #"{"route":"home","version":1}"#, id: "1"),
    ServerEvent(name: "deleted", data: "a\n\n b", id: "2"),
    ServerEvent(name: "message", data: "no name", id: "2"),
  ]

  @Test(arguments: ["\n", "\r\n", "\r"], [1, 2, 3, 7, 1000])
  func `events do not depend on line ends and chunk sizes`(lineEnd: String, size: Int) throws {
    var parser = EventStreamParser()
    let bytes = Array(
      Self.stream.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd).utf8)
    var events: [ServerEvent] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += try parser.read(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(events == Self.expected)
    #expect(parser.retryMilliseconds == 2000)
  }

  @Test func `a line that is too long is refused`() throws {
    var parser = EventStreamParser()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: EventStreamParser.maximumBytes)
    #expect(try parser.read(line).isEmpty)
    #expect(throws: EventStreamParser.TooLong.self) { try parser.read([UInt8(ascii: "x")]) }
  }
}
