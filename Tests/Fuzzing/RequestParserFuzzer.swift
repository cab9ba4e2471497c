import HTTPWire

/// Invariant: however the bytes are split, the parser returns the same requests and the same error. Each request equals
/// the result of a simple second parser. The buffered bytes stay within the limits.
enum Harness {
  /// Small limits, so that the fuzzer reaches them.
  static let limits: WireLimits = {
    var limits = WireLimits()
    (limits.emptyLines, limits.requestLine, limits.fieldBytes, limits.fieldCount) = (2, 64, 128, 6)
    (limits.body, limits.chunkLine, limits.chunkOverhead, limits.trailerBytes) = (32, 16, 48, 24)
    return limits
  }()

  static func run(_ data: [UInt8]) {
    let whole = ParseResult(data) { _ in data.count }
    let single = ParseResult(data) { _ in 1 }
    require(single == whole, "byte by byte: \(single) instead of \(whole)")
    // The bytes themselves decide the split, so that the fuzzer controls it.
    let uneven = ParseResult(data) { 1 + Int(data[$0] & 0x0F) }
    require(uneven == whole, "in pieces: \(uneven) instead of \(whole)")
  }
}

/// The result of parsing bytes.
private struct ParseResult: Equatable {
  var requests: [PlainRequest] = []
  var error: WireError?

  /// - Parameter step: returns the length of the piece that starts at an index.
  init(_ data: [UInt8], step: (Int) -> Int) {
    let parser = RequestParser(limits: Harness.limits)
    let input = InputBuffer(capacity: 64)
    var start = 0
    var consumed = 0
    while start < data.count {
      let end = min(start + step(start), data.count)
      let piece = Array(data[start..<end])
      piece.withBytes { input.append($0) }
      start = end
      // The parser decodes chunked bodies in place, so only data fed in one piece can be parsed again.
      guard take(parser, input, from: piece.count == data.count ? data : nil, &consumed) else { return }
      requireBounded(input)
    }
  }

  /// Parses the available requests. Returns false after an error.
  private mutating func take(
    _ parser: RequestParser, _ input: InputBuffer, from data: [UInt8]?, _ consumed: inout Int
  ) -> Bool {
    var continues = 0
    while true {
      switch parser.advance(input) {
      case .needMore: return true
      case .expectsContinue:
        continues += 1
        require(continues == 1, "100 Continue is requested twice")
      case .failed(let error):
        self.error = error
        require(parser.advance(input) == .failed(error), "an error is not permanent")
        return false
      case .request:
        continues = 0
        let request = PlainRequest(parser.request(in: input))
        request.requireWithin(Harness.limits)
        request.requireOneFraming()
        requests.append(request)
        let before = input.count
        parser.removeRequest(from: input)
        let message = consumed..<(consumed + before - input.count)
        consumed = message.upperBound
        if let data { request.requireEqual(PlainRequest(message: Array(data[message]))) }
      }
    }
  }

  /// Checks the size of an incomplete request.
  private func requireBounded(_ input: InputBuffer) {
    let limits = Harness.limits
    let maximum = 2 * limits.emptyLines + limits.requestLine + limits.fieldBytes + limits.body + 2
    require(input.count <= maximum, "\(input.count) bytes are buffered")
  }
}
