/// An incremental parser of Server-Sent Events (HTML §9.2.6
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>).
struct EventStreamParser {
  /// The largest size of a line and of an event's data, in bytes. Marquee's events are far smaller.
  static let maximumBytes = 1 << 20

  /// The stream has a line or an event above ``maximumBytes``.
  struct TooLong: Error {}

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []
  private var dataBytes = 0
  private var id = ""
  private var isFirstLine = true
  private var hasJustSeenReturn = false
  /// The server's `retry` field: milliseconds before reconnecting.
  private(set) var retryMilliseconds: Int?

  /// Parses more bytes of the stream.
  /// - Returns: The events that these bytes complete.
  mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes {
      let follows = hasJustSeenReturn
      hasJustSeenReturn = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n"), follows { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let event = try endLine() { events.append(event) }
      } else {
        line.append(byte)
        if line.count > Self.maximumBytes { throw TooLong() }
      }
    }
    return events
  }

  private mutating func endLine() throws(TooLong) -> ServerEvent? {
    if isFirstLine, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    isFirstLine = false
    let text = line
    line.removeAll(keepingCapacity: true)
    guard !text.isEmpty else { return dispatch() }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
    var value = text[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    try field(String(decoding: text[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    return nil
  }

  /// Processes one field. A comment is a line with an empty field name.
  private mutating func field(_ field: String, _ value: String) throws(TooLong) {
    switch field {
    case "event": name = value
    case "data":
      dataBytes += value.utf8.count + 1
      if dataBytes > Self.maximumBytes { throw TooLong() }
      data.append(value)
    case "id": if !value.utf8.contains(0) { id = value }
    case "retry":
      if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        retryMilliseconds = Int(value)
      }
    default: break
    }
  }

  private mutating func dispatch() -> ServerEvent? {
    defer {
      name = ""
      data = []
      dataBytes = 0
    }
    guard !data.isEmpty else { return nil }
    return ServerEvent(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
  }
}
