import HTTPWire

/// What a parser makes of bytes, in values that can be compared.
struct Reading: Equatable {
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
  /// Bytes that belong to no complete request.
  var left = 0

  /// Feeds `pieces` one after the other, as a connection would.
  init(_ pieces: [[UInt8]], limits: WireLimits = WireLimits()) {
    let parser = RequestParser(limits: limits)
    let input = InputBuffer(capacity: 64)
    for piece in pieces {
      piece.withBytes { input.append($0) }
      guard take(parser, input) else { return }
    }
    left = input.count
  }

  init(_ text: String, limits: WireLimits = WireLimits()) { self.init([Array(text.utf8)], limits: limits) }

  /// False when the connection is to be closed.
  private mutating func take(_ parser: RequestParser, _ input: InputBuffer) -> Bool {
    while true {
      switch parser.advance(input) {
      case .needMore: return true
      case .expectsContinue: continues += 1
      case .failed(let error):
        self.error = error
        return false
      case .request:
        requests.append(Reading.copy(parser.request(in: input)))
        parser.next(input)
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

  /// Whole, byte by byte, and cut in two at every place: all must read the same. A `100 Continue` depends on what has
  /// come by then, so it is not compared.
  static func inAllCuts(_ bytes: [UInt8], limits: WireLimits = WireLimits()) -> (
    whole: Reading, differing: [Int]
  ) {
    var whole = Reading([bytes], limits: limits)
    whole.continues = 0
    var differing: [Int] = []
    var single = Reading(bytes.map { [$0] }, limits: limits)
    single.continues = 0
    if single != whole.comparable(single) { differing.append(-1) }
    for cut in 0...bytes.count {
      var halves = Reading([Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits)
      halves.continues = 0
      if halves != whole.comparable(halves) { differing.append(cut) }
    }
    return (whole, differing)
  }

  /// What is left over of a chunked body depends on the cuts: what was read of it may be put together already.
  private func comparable(_ other: Reading) -> Reading {
    var copy = self
    copy.left = other.left
    return copy
  }
}
