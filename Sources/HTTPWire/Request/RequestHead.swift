/// The parsed head of a request: values, and ranges of bytes in the buffer.
struct RequestHead {
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  var method = HTTPMethod.other
  var methodCount = 0
  var methodStart = 0
  var version = HTTPVersion.http11
  var path = 0..<0
  var query: Range<Int>?
  /// The host and port of a target in absolute form. It overrides the Host field (RFC 9112 §3.2.2).
  var authority: Range<Int>?
  /// The length of the head in bytes, with its empty line.
  var count = 0
  var framing = Framing.none
  /// The bytes that a body may have; 0 without a body.
  var bodyLimit = 0
  var keepsAlive = true
  var expectsContinue = false
}
