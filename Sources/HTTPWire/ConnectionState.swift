/// What a connection is doing. A verb for each thing that can happen; each says what is to be done about it. The
/// verbs of every request are inlined where they are used.
package struct ConnectionState: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    /// Reads requests and answers them at once.
    case reading
    /// A request waits for its deferred answer.
    case answering
    /// The body of an answer is being written in pieces.
    case streaming
    /// The last answer has been given and is being sent; what comes in is dropped.
    case closing
    /// The last answer has been sent and our side is shut; what comes in is dropped until the client closes too, so
    /// that no reset destroys the answer on its way (RFC 9112 §9.6).
    case lingering
    case closed
  }

  package enum Action: Equatable, Sendable {
    case nothing
    /// Go on with the next request.
    case readOn
    /// No more input is to be waited for.
    case stopReading
    /// Shut our side down and linger.
    case shutDown
    case close
  }

  @usableFromInline package internal(set) var phase = Phase.reading
  /// The client has shut its side: it sends no more, but may still read.
  @usableFromInline package internal(set) var inputEnded = false
  /// The next answer is the last one.
  @usableFromInline package internal(set) var isLast = false

  package init() {}

  /// Asked for every request: matching a pattern is an instruction where `==` of another module is a call.
  @inlinable package var isReading: Bool { if case .reading = phase { true } else { false } }
  @inlinable package var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// A request is complete. `keepsAlive`: what client and server want for the time after its answer.
  @inlinable package mutating func requestRead(keepsAlive: Bool) {
    if !keepsAlive { isLast = true }
  }

  @inlinable package mutating func deferAnswer() {
    if phase == .reading { phase = .answering }
  }

  @inlinable package mutating func beginStream() {
    if phase == .reading || phase == .answering { phase = .streaming }
  }

  /// All of an answer has been put into the output.
  @inlinable package mutating func answered() -> Action {
    switch phase {
    case .reading, .answering, .streaming:
      phase = isLast ? .closing : .reading
      return isLast ? .nothing : .readOn
    case .closing, .lingering, .closed: return .nothing
    }
  }

  /// The request can't be read; its answer is in the output.
  @inlinable package mutating func refused() {
    isLast = true
    if phase == .reading { phase = .closing }
  }

  /// No output waits.
  @inlinable package mutating func flushed() -> Action {
    switch phase {
    case .closing:
      phase = inputEnded ? .closed : .lingering
      return inputEnded ? .close : .shutDown
    case .reading where inputEnded:
      phase = .closed
      return .close
    default: return .nothing
    }
  }

  /// The client has shut its side down. What was asked before is still answered; only a body that is streamed without
  /// an end in sight is not written to someone who is most likely gone.
  @inlinable package mutating func inputEnd(outputWaits: Bool, lengthIsKnown: Bool = false) -> Action {
    inputEnded = true
    switch phase {
    case .reading, .closing: return outputWaits ? .stopReading : close()
    case .answering: return .stopReading
    case .streaming: return lengthIsKnown ? .stopReading : close()
    case .lingering, .closed: return close()
    }
  }

  /// The connection failed, a time ran out, or the server stops.
  @inlinable package mutating func close() -> Action {
    phase = .closed
    return .close
  }
}
