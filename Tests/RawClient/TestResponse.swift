/// A response, parsed by test code that is independent of HTTPWire.
package struct TestResponse: Equatable {
  package let status: Int
  package let head: String
  package let body: String

  /// Removes a response from the front of `bytes`. Returns nil if it is incomplete.
  package init?(_ bytes: inout [UInt8], toHead: Bool = false) {
    let separator = Array("\r\n\r\n".utf8)
    guard let range = bytes.firstRange(of: separator) else { return nil }
    let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let words = head.split(separator: " ", maxSplits: 2)
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    var length = 0
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length: ") && !toHead
    {
      length = Int(line.dropFirst("content-length: ".count)) ?? 0
    }
    guard bytes.count >= range.upperBound + length else { return nil }
    self.status = status
    self.head = head
    body = String(decoding: bytes[range.upperBound..<range.upperBound + length], as: UTF8.self)
    bytes.removeFirst(range.upperBound + length)
  }

  package func has(_ line: String) -> Bool { head.split(separator: "\r\n").contains { $0 == line } }
}
