/// What the head of a request says, in numbers and places; the bytes themselves stay in the buffer.
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
  /// The host and port of a target in absolute form, which stands above the Host field (RFC 9112 §3.2.2).
  var authority: Range<Int>?
  /// Bytes of the head with its empty line.
  var count = 0
  var framing = Framing.none
  var keepsAlive = true
  var expectsContinue = false
}
