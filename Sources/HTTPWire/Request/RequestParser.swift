/// Parses requests from a buffer, without I/O. Its memory is allocated once; parsing a request allocates nothing.
package final class RequestParser {
  package enum Outcome: Equatable {
    /// The message is not complete.
    case needMore
    /// The head is complete, and the client waits for `100 Continue` before it sends the body. Returned once.
    case expectsContinue
    /// A request is complete: read it with `request(in:)`, then call `removeRequest(from:)`.
    case request
    /// The request is malformed. The bytes after it can't be trusted, so the connection must close.
    case failed(WireError)
  }

  private enum Stage {
    case head, body, chunks, complete, failed(WireError)
  }

  package let limits: WireLimits
  private let fields: FieldTable
  private var parser = HeadParser()
  private var chunks = ChunkedBody(from: 0, limit: 0)
  private var stage = Stage.head
  private var messageCount = 0
  private var contentEnd = 0
  private var hasReportedContinue = false

  package init(limits: WireLimits) {
    self.limits = limits
    fields = FieldTable(capacity: limits.fieldCount)
  }

  /// Whether the request line has begun; empty lines before it don't count.
  package var hasBegun: Bool { parser.hasBegun }
  /// Whether the head is complete and the body is not.
  package var isInBody: Bool {
    switch stage {
    case .body, .chunks: true
    default: false
    }
  }
  /// Whether the connection may serve another request after this one (RFC 9112 §9.3).
  package var keepsAlive: Bool { parser.head.keepsAlive }
  package var version: HTTPVersion { parser.head.version }
  package var method: HTTPMethod { parser.head.method }

  /// Parses more of `input`, which starts with the first byte of the current request.
  package func advance(_ input: InputBuffer) -> Outcome {
    while true {
      switch stage {
      case .head:
        // A local copy, because a long access to a class property adds an exclusivity check to every other access.
        var head = parser
        let progress = head.advance(input.bytes, limits: limits, fields: fields)
        parser = head
        switch progress {
        case .needMore: return .needMore
        case .failed(let error): return fail(error)
        case .done: beginBody()
        }
      case .body:
        guard input.count >= messageCount else { return needBody(input) }
        stage = .complete
      case .chunks:
        var body = chunks
        let progress = body.advance(input, limits: limits)
        chunks = body
        switch progress {
        case .needMore: return needBody(input)
        case .failed(let error): return fail(error)
        case .done:
          (messageCount, contentEnd, stage) = (chunks.messageCount, chunks.contentEnd, .complete)
        }
      case .complete: return .request
      case .failed(let error): return .failed(error)
      }
    }
  }

  private func fail(_ error: WireError) -> Outcome {
    stage = .failed(error)
    return .failed(error)
  }

  private func beginBody() {
    let start = parser.head.count
    switch parser.head.framing {
    case .none: (messageCount, contentEnd, stage) = (start, start, .complete)
    case .length(let length):
      // The length is at most `bodyLimit`, so the sum can't overflow.
      (messageCount, contentEnd, stage) = (start + length, start + length, .body)
    case .chunked: (chunks, stage) = (ChunkedBody(from: start, limit: parser.head.bodyLimit), .chunks)
    }
  }

  /// RFC 9110 §10.1.1: no `100 Continue` if the client has begun to send the body.
  private func needBody(_ input: InputBuffer) -> Outcome {
    guard parser.head.expectsContinue, !hasReportedContinue else { return .needMore }
    hasReportedContinue = true
    return input.count > parser.head.count ? .needMore : .expectsContinue
  }

  /// Calls `body` with the complete request and keeps the buffer alive until it returns.
  package func withRequest<Result>(
    in input: InputBuffer, isFromTrustedProxy: Bool = false, peer: NumericAddress? = nil,
    _ body: (borrowing HTTPRequest) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(input) {} }
    return try body(request(in: input, isFromTrustedProxy: isFromTrustedProxy, peer: peer))
  }

  /// The complete request, as views into `input`: valid until the buffer changes or is released. The caller must keep
  /// the buffer alive; ``withRequest(in:isFromTrustedProxy:peer:_:)`` does that by itself.
  /// - Parameters:
  ///   - isFromTrustedProxy: whether the peer is a trusted proxy.
  ///   - peer: the address of the peer, if it is known.
  ///   - storage: that of the connection. The caller must keep it alive, too.
  package func request(
    in input: InputBuffer, isFromTrustedProxy: Bool = false, peer: NumericAddress? = nil,
    storage: ConnectionStorage? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      head: parser.head, message: input.bytes[0..<parser.head.count], fields: fields,
      body: input.bytes[parser.head.count..<contentEnd], isFromTrustedProxy: isFromTrustedProxy, peer: peer,
      storage: storage)
  }

  /// Moves the unfinished request of `other` to this parser and resets `other`. Both must have the same limits.
  package func takeRequest(from other: RequestParser) {
    fields.copy(other.fields)
    (parser, chunks, stage, hasReportedContinue) = (
      other.parser, other.chunks, other.stage, other.hasReportedContinue
    )
    (messageCount, contentEnd) = (other.messageCount, other.contentEnd)
    other.reset()
  }

  /// Removes the complete request from `input` and prepares for the next one.
  package func removeRequest(from input: InputBuffer) {
    input.consume(messageCount)
    reset()
  }

  /// Discards the current request.
  package func reset() {
    parser = HeadParser()
    fields.removeAll()
    stage = .head
    messageCount = 0
    contentEnd = 0
    hasReportedContinue = false
  }
}
