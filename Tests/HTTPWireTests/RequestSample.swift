import HTTPWire
import Testing

/// A request and the expected outcome of parsing it. Tests also parse each sample with every split and with another
/// request after it.
struct RequestSample: CustomTestStringConvertible, Sendable {
  enum Outcome: Equatable, Sendable {
    case accepted(path: String, body: String = "")
    case refused(WireError)
    case incomplete
  }

  let bytes: [UInt8]
  let outcome: Outcome
  var testDescription: String {
    String(String(decoding: bytes, as: UTF8.self).prefix(90).map { $0.isNewline ? "⏎" : $0 })
  }

  init(_ text: String, _ outcome: Outcome) { (bytes, self.outcome) = (Array(text.utf8), outcome) }

  /// Creates a sample from text in which `\xNN` stands for a byte, for samples that are not UTF-8.
  init(escaped text: String, _ outcome: Outcome) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    (self.bytes, self.outcome) = (bytes, outcome)
  }

  static let all: [RequestSample] =
    requestLines + versions + methods + originForms + absoluteForms + otherForms + fieldLines + hosts
    + contentLengths + transferCodings + chunkSizes + chunkExtensions + chunkEnds + expectations
    + authorizations

  static func line(_ line: String) -> String { line + "\r\nHost: a\r\n\r\n" }
  static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n" }
  static func post(_ fields: String, _ body: String) -> String {
    "POST /p HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n" + body
  }
  static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }
}
