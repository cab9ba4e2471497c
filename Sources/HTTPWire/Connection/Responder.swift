import Synchronization

/// Sends the response to one deferred request, once, from any queue. A responder that is released without a response
/// sends a 500, so that no client waits forever.
package final class Responder: Sendable {
  /// The outcome of a deferred request.
  package enum Outcome: Sendable {
    case response(HTTPResponse)
    case prepared(PreparedResponse)
    case stream(HTTPResponse, length: Int?, StreamWriter)
    /// The handler released the responder without a response.
    case none
    /// A TCP reset without a response.
    case reset
    /// These bytes unchanged, HTTP or not, and then the end of the connection.
    case raw([UInt8])

    /// Whether the client receives an HTTP response.
    package var isResponse: Bool {
      switch self {
      case .response, .prepared, .stream, .none: true
      case .reset, .raw: false
      }
    }
  }

  private let hasResponse = Atomic<Bool>(false)
  private let deliver: @Sendable (Outcome) -> Void
  package let makeWriter: @Sendable () -> StreamWriter
  /// Tells when the client closes its side of the connection.
  package let watch: ClientWatch

  package init(
    makeWriter: @escaping @Sendable () -> StreamWriter, watch: ClientWatch = ClientWatch(),
    deliver: @escaping @Sendable (Outcome) -> Void
  ) {
    self.makeWriter = makeWriter
    self.watch = watch
    self.deliver = deliver
  }

  /// A responder for the same client, whose outcome goes to `deliver`.
  package convenience init(insteadOf other: Responder, deliver: @escaping @Sendable (Outcome) -> Void) {
    self.init(makeWriter: other.makeWriter, watch: other.watch, deliver: deliver)
  }

  deinit {
    if !hasResponse.load(ordering: .acquiring) { deliver(.none) }
  }

  /// Sends a response. Returns false, and sends nothing, if the request was answered before.
  @discardableResult
  package func respond(_ response: HTTPResponse) -> Bool { send(.response(response)) }

  /// Sends a response that was rendered in advance.
  @discardableResult
  package func respond(_ response: PreparedResponse) -> Bool { send(.prepared(response)) }

  /// Resets the connection without a response.
  @discardableResult
  package func reset() -> Bool { send(.reset) }

  /// Sends bytes unchanged in place of a response, then closes the connection without a reset.
  @discardableResult
  package func end(with bytes: [UInt8]) -> Bool { send(.raw(bytes)) }

  /// Starts a streamed body. Returns nil if the request was answered before.
  package func stream(_ response: HTTPResponse, length: Int? = nil) -> StreamWriter? {
    let writer = makeWriter()
    return send(.stream(response, length: length, writer)) ? writer : nil
  }

  /// Sends a reply. The response of a deferred one comes when its work sends it.
  package func respond(_ reply: Reply) {
    switch reply {
    case .prepared(let response): respond(response)
    case .response(let response): respond(response)
    case .deferred(let work): work(self)
    case .stream(let response, let length, let write):
      if let writer = stream(response, length: length) { write(writer) }
    }
  }

  /// Sends the outcome that another responder received.
  @discardableResult
  package func forward(_ outcome: Outcome) -> Bool { send(outcome) }

  private func send(_ outcome: Outcome) -> Bool {
    guard !hasResponse.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    deliver(outcome)
    return true
  }
}
