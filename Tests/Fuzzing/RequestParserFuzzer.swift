import HTTPWire

/// Invariant: however the bytes are cut, the parser makes the same requests and the same error of them, each request
/// is what a plain reading of its lines says, and no more is held than the limits allow.
enum Harness {
  /// Small, so that the fuzzer meets them.
  static let limits: WireLimits = {
    var limits = WireLimits()
    (limits.emptyLines, limits.requestLine, limits.fieldBytes, limits.fieldCount) = (2, 64, 128, 6)
    (limits.body, limits.chunkLine, limits.chunkOverhead, limits.trailerBytes) = (32, 16, 48, 24)
    return limits
  }()

  static func run(_ data: [UInt8]) {
    let whole = Reading(data) { _ in data.count }
    let single = Reading(data) { _ in 1 }
    require(single == whole, "byte by byte: \(single) instead of \(whole)")
    // Cuts that depend on the bytes, so that the fuzzer can choose them.
    let uneven = Reading(data) { 1 + Int(data[$0] & 0x0F) }
    require(uneven == whole, "in pieces: \(uneven) instead of \(whole)")
  }
}

/// What the parser made of bytes.
private struct Reading: Equatable {
  var requests: [PlainRequest] = []
  var error: WireError?

  /// `step`: how many bytes come next when those before the index have come.
  init(_ data: [UInt8], step: (Int) -> Int) {
    let parser = RequestParser(limits: Harness.limits)
    let input = InputBuffer(capacity: 64)
    var start = 0
    var taken = 0
    while start < data.count {
      let end = min(start + step(start), data.count)
      let piece = Array(data[start..<end])
      piece.withBytes { input.append($0) }
      start = end
      // What of a chunked body was put together is no longer as it came: only what came whole can be read again.
      guard take(parser, input, from: piece.count == data.count ? data : nil, &taken) else { return }
      requireBounded(input)
    }
  }

  /// False when the request can't be read.
  private mutating func take(
    _ parser: RequestParser, _ input: InputBuffer, from data: [UInt8]?, _ taken: inout Int
  ) -> Bool {
    var asked = 0
    while true {
      switch parser.advance(input) {
      case .needMore: return true
      case .expectsContinue:
        asked += 1
        require(asked == 1, "100 Continue is wanted twice")
      case .failed(let error):
        self.error = error
        require(parser.advance(input) == .failed(error), "an error does not last")
        return false
      case .request:
        asked = 0
        let request = PlainRequest(parser.request(in: input))
        request.requireWithin(Harness.limits)
        request.requireOneFraming()
        requests.append(request)
        let held = input.count
        parser.next(input)
        let message = taken..<(taken + held - input.count)
        taken = message.upperBound
        if let data { request.requireEqual(PlainRequest(message: Array(data[message]))) }
      }
    }
  }

  /// What waits for the rest of its request.
  private func requireBounded(_ input: InputBuffer) {
    let limits = Harness.limits
    let most = 2 * limits.emptyLines + limits.requestLine + limits.fieldBytes + limits.body + 2
    require(input.count <= most, "\(input.count) bytes are held")
  }
}
