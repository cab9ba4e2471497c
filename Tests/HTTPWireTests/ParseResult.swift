import HTTPWire

/// The result of parsing bytes, as comparable values.
struct ParseResult: Equatable {
  struct Request: Equatable {
    var method: String
    var path: String
    var query: String?
    var version: HTTPVersion
    var fields: [String]
    var body: String
    var keepsAlive: Bool
  }

  var requests: [Request] = []
  var continues = 0
  var error: WireError?
  /// The number of bytes after the last complete request.
  var remaining = 0

  /// Parses `pieces` one after the other, as a connection does.
  init(_ pieces: [[UInt8]], limits: WireLimits = WireLimits()) {
    let parser = RequestParser(limits: limits)
    let input = InputBuffer(capacity: 64)
    for piece in pieces {
      piece.withBytes { input.append($0) }
      guard take(parser, input) else { return }
    }
    remaining = input.count
  }

  init(_ text: String, limits: WireLimits = WireLimits()) { self.init([Array(text.utf8)], limits: limits) }

  /// Parses the available requests. Returns false if the connection must close.
  private mutating func take(_ parser: RequestParser, _ input: InputBuffer) -> Bool {
    while true {
      switch parser.advance(input) {
      case .needMore: return true
      case .expectsContinue: continues += 1
      case .failed(let error):
        self.error = error
        return false
      case .request:
        requests.append(ParseResult.copy(parser.request(in: input)))
        parser.removeRequest(from: input)
      }
    }
  }

  private static func copy(_ request: borrowing HTTPRequest) -> Request {
    var fields: [String] = []
    for index in 0..<request.fieldCount {
      fields.append(
        String(decoding: request.fieldName(at: index)) + ": "
          + String(decoding: request.fieldValue(at: index)))
    }
    return Request(
      method: String(decoding: request.methodName), path: String(decoding: request.path),
      query: request.query.map { String(decoding: $0) }, version: request.version, fields: fields,
      body: String(decoding: request.body), keepsAlive: request.keepsAlive)
  }

  /// Parses bytes whole, byte by byte, and split in two at every offset. Returns the result for the whole, and the
  /// offsets with another result; −1 stands for byte by byte. Doesn't compare `100 Continue`, which depends on the
  /// split.
  static func withAllSplits(_ bytes: [UInt8], limits: WireLimits = WireLimits()) -> (
    whole: ParseResult, differing: [Int]
  ) {
    var whole = ParseResult([bytes], limits: limits)
    whole.continues = 0
    var differing: [Int] = []
    var single = ParseResult(bytes.map { [$0] }, limits: limits)
    single.continues = 0
    if single != whole.comparable(single) { differing.append(-1) }
    for cut in 0...bytes.count {
      var halves = ParseResult([Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits)
      halves.continues = 0
      if halves != whole.comparable(halves) { differing.append(cut) }
    }
    return (whole, differing)
  }

  /// This result with `remaining` of `other`: an incomplete chunked body may be partly decoded, depending on the split.
  private func comparable(_ other: ParseResult) -> ParseResult {
    var copy = self
    copy.remaining = other.remaining
    return copy
  }
}
