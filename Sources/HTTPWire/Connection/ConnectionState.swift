/// The state machine of one connection. Each function stands for an event and returns the action that the caller
/// must take. The functions on the path of every request are inlinable, and public for the reason that ``Bytes`` gives.
public struct ConnectionState: Equatable, Sendable {
  /// What the connection does.
  public enum Phase: Equatable, Sendable {
    /// Requests are read and answered.
    case reading
    /// A request waits for its deferred response.
    case awaitingResponse
    /// A response body is being streamed.
    case streaming
    /// The last response is being sent. Input is dropped.
    case closing
    /// The last response was sent and the writing side is shut down. Input is dropped until the client closes: closing
    /// earlier would send a reset, which can destroy the response in transit (RFC 9112 §9.6).
    case lingering
    case closed
  }

  /// What the caller does next.
  public enum Action: Equatable, Sendable {
    case nothing
    /// Process the next request.
    case readNext
    /// Stop waiting for input.
    case stopReading
    /// Shut down the writing side and linger.
    case shutDown
    case close
  }

  @usableFromInline package internal(set) var phase = Phase.reading
  /// Whether the client has shut down its writing side. It may still read.
  @usableFromInline package internal(set) var isInputClosed = false
  /// Whether the next response is the last one of the connection.
  @usableFromInline package internal(set) var isLastResponse = false

  package init() {}

  /// Whether requests are read. Uses a pattern match, which compiles to one instruction; `==` across modules compiles
  /// to a call.
  @inlinable public var isReading: Bool { if case .reading = phase { true } else { false } }
  /// Whether nothing more happens.
  @inlinable public var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// A request is complete.
  /// - Parameter keepsAlive: whether client and server keep the connection open after its response.
  @inlinable public mutating func receiveRequest(keepsAlive: Bool) {
    if !keepsAlive { closeAfterResponse() }
  }

  /// The connection must close after the next response.
  @inlinable public mutating func closeAfterResponse() { isLastResponse = true }

  /// The response to the current request comes later.
  @inlinable public mutating func deferResponse() {
    if phase == .reading { phase = .awaitingResponse }
  }

  /// The head of a streamed response is in the output.
  @inlinable public mutating func beginStream() {
    if phase == .reading || phase == .awaitingResponse { phase = .streaming }
  }

  /// A whole response is in the output.
  @inlinable public mutating func completeResponse() -> Action {
    switch phase {
    case .reading, .awaitingResponse, .streaming:
      phase = isLastResponse ? .closing : .reading
      return isLastResponse ? .nothing : .readNext
    case .closing, .lingering, .closed: return .nothing
    }
  }

  /// The request is malformed, and its response is in the output.
  @inlinable public mutating func rejectRequest() {
    isLastResponse = true
    if phase == .reading { phase = .closing }
  }

  /// The output is empty.
  @inlinable public mutating func completeFlush() -> Action {
    switch phase {
    case .closing:
      phase = isInputClosed ? .closed : .lingering
      return isInputClosed ? .close : .shutDown
    case .reading where isInputClosed:
      phase = .closed
      return .close
    default: return .nothing
    }
  }

  /// The client has shut down its writing side. Requests read before are still answered. A stream of unknown length
  /// is cut off, because the client is most likely gone.
  /// - Parameters:
  ///   - hasPendingOutput: whether output waits to be sent.
  ///   - hasKnownLength: whether the streamed body has a `Content-Length`.
  @inlinable public mutating func endInput(hasPendingOutput: Bool, hasKnownLength: Bool = false) -> Action {
    isInputClosed = true
    switch phase {
    case .reading, .closing: return hasPendingOutput ? .stopReading : close()
    case .awaitingResponse: return .stopReading
    case .streaming: return hasKnownLength ? .stopReading : close()
    case .lingering, .closed: return close()
    }
  }

  /// The connection failed, a timeout expired, or the server stops.
  @inlinable public mutating func close() -> Action {
    phase = .closed
    return .close
  }
}
