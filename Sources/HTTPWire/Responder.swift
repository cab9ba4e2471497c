import Synchronization

/// Answers one request, once, from any queue. Dropped without an answer it answers 500, so that no client waits for
/// nothing.
package final class Responder: Sendable {
  /// What a deferred request gets in the end.
  package enum Answer: Sendable {
    case response(HTTPResponse)
    case prepared(PreparedResponse)
    case stream(HTTPResponse, length: Int?, StreamWriter)
    /// No answer: the handler gave none.
    case none
    /// The connection is cut off.
    case reset
    /// These bytes as they are, be they HTTP or not, and the end of the connection.
    case raw([UInt8])
  }

  private let answered = Atomic<Bool>(false)
  private let deliver: @Sendable (Answer) -> Void
  package let makeWriter: @Sendable () -> StreamWriter

  package init(
    makeWriter: @escaping @Sendable () -> StreamWriter, deliver: @escaping @Sendable (Answer) -> Void
  ) {
    self.makeWriter = makeWriter
    self.deliver = deliver
  }

  deinit {
    if !answered.load(ordering: .acquiring) { deliver(.none) }
  }

  /// False when this request has been answered before; the second answer is dropped.
  @discardableResult
  package func respond(_ response: HTTPResponse) -> Bool { answer(.response(response)) }

  /// The same with a response rendered ahead.
  @discardableResult
  package func respond(_ response: PreparedResponse) -> Bool { answer(.prepared(response)) }

  /// Cuts the connection off without an answer.
  @discardableResult
  package func reset() -> Bool { answer(.reset) }

  /// Sends bytes as they are, in place of a response, and ends the connection in order.
  @discardableResult
  package func end(with bytes: [UInt8]) -> Bool { answer(.raw(bytes)) }

  /// Begins a body that is written in pieces. Nil when this request has been answered before.
  package func stream(_ response: HTTPResponse, length: Int? = nil) -> StreamWriter? {
    let writer = makeWriter()
    return answer(.stream(response, length: length, writer)) ? writer : nil
  }

  /// Gives on what another responder was given.
  @discardableResult
  package func forward(_ answer: Answer) -> Bool { self.answer(answer) }

  private func answer(_ answer: Answer) -> Bool {
    guard !answered.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    deliver(answer)
    return true
  }
}
