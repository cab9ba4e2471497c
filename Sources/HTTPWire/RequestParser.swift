/// Reads one request after the other from a buffer. A core without I/O: give it what has come, it says what that
/// makes. Its memory is taken once; reading a request allocates nothing.
package final class RequestParser {
  package enum Outcome: Equatable {
    /// The message is not complete.
    case needMore
    /// The head is complete and the client waits for `100 Continue` before it sends the body. Said once.
    case expectsContinue
    /// A request is complete: see `request(in:)`, then `next(_:)`.
    case request
    /// The request can't be read; nothing that follows on this connection can be trusted.
    case failed(WireError)
  }

  private enum Stage {
    case head, body, chunks, complete, failed(WireError)
  }

  package let limits: WireLimits
  private let fields: FieldTable
  private var parser = HeadParser()
  private var chunks = ChunkedBody(from: 0)
  private var stage = Stage.head
  private var messageCount = 0
  private var contentEnd = 0
  private var askedToContinue = false

  package init(limits: WireLimits) {
    self.limits = limits
    fields = FieldTable(capacity: limits.fieldCount)
  }

  /// Whether part of a request has been read, beyond empty lines.
  package var hasBegun: Bool { parser.hasBegun }
  /// Whether the head is complete.
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

  /// Goes on with `input`, which begins with the first byte of the request being read.
  package func advance(_ input: InputBuffer) -> Outcome {
    while true {
      switch stage {
      case .head:
        // On a copy: an access to a class's property that lasts over a call makes every other one be checked.
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
      // The length is at most `limits.body`, so the sum can't overflow.
      (messageCount, contentEnd, stage) = (start + length, start + length, .body)
    case .chunked: (chunks, stage) = (ChunkedBody(from: start), .chunks)
    }
  }

  /// RFC 9110 §10.1.1: no 100 when the client has begun to send the body.
  private func needBody(_ input: InputBuffer) -> Outcome {
    guard parser.head.expectsContinue, !askedToContinue else { return .needMore }
    askedToContinue = true
    return input.count > parser.head.count ? .needMore : .expectsContinue
  }

  /// The complete request, as views into `input`: valid until the buffer changes.
  package func request(in input: InputBuffer) -> HTTPRequest {
    HTTPRequest(
      head: parser.head, message: input.bytes[0..<parser.head.count], fields: fields,
      body: input.bytes[parser.head.count..<contentEnd])
  }

  /// Takes over the request that `other` is reading, which is then ready for another one. Both have the same limits.
  package func take(over other: RequestParser) {
    fields.copy(other.fields)
    (parser, chunks, stage, askedToContinue) = (
      other.parser, other.chunks, other.stage, other.askedToContinue
    )
    (messageCount, contentEnd) = (other.messageCount, other.contentEnd)
    other.reset()
  }

  /// Drops the complete request from `input` and makes ready for the next.
  package func next(_ input: InputBuffer) {
    input.consume(messageCount)
    reset()
  }

  /// Forgets all about the request being read.
  package func reset() {
    parser = HeadParser()
    fields.removeAll()
    stage = .head
    messageCount = 0
    contentEnd = 0
    askedToContinue = false
  }
}
