/// Splits the bytes of a client into messages (LSP 3.17, base protocol: header fields, an empty line, the content).
///
/// It accepts every sequence of bytes: after a malformed header it continues at the next header.
package struct MessageBuffer {
  package enum Event: Equatable {
    /// The content of a message.
    case message([UInt8])
    /// The error for bytes that are not a message.
    case malformed(String)
  }

  /// The largest header, in bytes. A client sends about 30.
  package static let maximumHeaderBytes = 8192
  /// The largest content, in bytes: a file of the largest size, with each byte escaped, and room for the rest.
  package static let maximumMessageBytes = 8 << 20

  private static let headerEnd = Array("\r\n\r\n".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes that were already searched for the end of a header.
  private var searched = 0
  /// The length of the content whose header has been read.
  private var length: Int?
  /// Whether malformed bytes were reported, and bytes are skipped until the next header.
  private var isLost = false

  package init() {}

  package mutating func append(_ more: [UInt8]) { bytes += more }

  /// The next message, or malformed bytes; nil until more bytes arrive.
  package mutating func next() -> Event? {
    while length == nil {
      guard let end = headerEnd() else { return refuseLongHeader() }
      guard end <= Self.maximumHeaderBytes else {
        // The last bytes can be a whole header.
        drop(end - Self.maximumHeaderBytes / 2)
        if let event = lose(Self.longHeader) { return event }
        continue
      }
      let header = Array(bytes[..<end])
      drop(end + Self.headerEnd.count)
      guard let length = Self.contentLength(in: header) else {
        if let event = lose("a header needs the field Content-Length with a number") { return event }
        continue
      }
      guard length <= Self.maximumMessageBytes else {
        if let event = lose("a message has at most \(Self.maximumMessageBytes) bytes, not \(length)") {
          return event
        }
        continue
      }
      isLost = false
      self.length = length
    }
    guard let length, bytes.count >= length else { return nil }
    let content = Array(bytes.prefix(length))
    drop(length)
    self.length = nil
    return .message(content)
  }

  private mutating func drop(_ count: Int) {
    bytes.removeFirst(count)
    searched = 0
  }

  private mutating func headerEnd() -> Int? {
    let end = bytes.count - Self.headerEnd.count
    var position = searched
    while position <= end {
      // The bytes are compared one by one: a slice for each place would take most of the time.
      if bytes[position] == 0x0D, bytes[position + 1] == 0x0A, bytes[position + 2] == 0x0D,
        bytes[position + 3] == 0x0A
      {
        return position
      }
      position += 1
    }
    searched = position
    return nil
  }

  private static let longHeader = "a header has at most \(maximumHeaderBytes) bytes"

  private mutating func refuseLongHeader() -> Event? {
    guard bytes.count > Self.maximumHeaderBytes else { return nil }
    // The last bytes can be the beginning of a header.
    drop(bytes.count - Self.maximumHeaderBytes / 2)
    return lose(Self.longHeader)
  }

  /// The event for the first bytes that are not a message; nil for the bytes after them.
  private mutating func lose(_ reason: String) -> Event? {
    defer { isLost = true }
    return isLost ? nil : .malformed(reason)
  }

  /// The value of Content-Length. Skips bytes before the field: they can be the rest of a malformed message.
  private static func contentLength(in header: [UInt8]) -> Int? {
    let name = Array("content-length:".utf8)
    let lower = header.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    guard lower.count >= name.count,
      let start = (0...lower.count - name.count).last(where: { lower[$0...].starts(with: name) })
    else { return nil }
    let line = header[(start + name.count)...].prefix { $0 != 0x0D && $0 != 0x0A }
    let digits = line.filter { $0 != 0x20 && $0 != 0x09 }
    // Int accepts a sign, which a length does not have.
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
