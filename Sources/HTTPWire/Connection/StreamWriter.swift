import Synchronization

/// Writes a streamed body, from any queue. Pieces from one queue are sent in the order of the calls. The memory for
/// unsent pieces is bounded, even if the client reads nothing. A writer that is released without `finish` ends the
/// body.
package final class StreamWriter: Sendable {
  package enum Event: Sendable {
    case piece([UInt8])
    case finish
    case reset
  }

  /// Identifies this body among those of the same loop.
  package let number: UInt64
  /// The cost of the pieces that are not sent yet.
  private let pendingCost = Atomic<Int>(0)
  private let open = Atomic<Bool>(true)
  private let hasCloseHandler = Atomic<Bool>(false)
  private let closeHandler = Mutex<(@Sendable () -> Void)?>(nil)
  private let hasEmptyHandler = Atomic<Bool>(false)
  private let emptyHandler = Mutex<(@Sendable () -> Void)?>(nil)
  private let capacity: Int
  private let deliver: @Sendable (Event) -> Void

  /// The memory of a piece in addition to its bytes, for chunk framing and the transfer to the loop. Without it, the
  /// memory for many small pieces would be unbounded.
  private static let pieceOverhead = 64

  /// The memory that a piece counts for until it is sent.
  package static func cost(of piece: [UInt8]) -> Int { piece.count + pieceOverhead }

  /// - Parameter capacity: the number of bytes that may wait to be sent. A larger piece is accepted if no other waits,
  ///   because it is in memory already.
  package init(number: UInt64, capacity: Int, deliver: @escaping @Sendable (Event) -> Void) {
    self.number = number
    self.capacity = capacity
    self.deliver = deliver
  }

  deinit {
    if open.load(ordering: .acquiring) { deliver(.finish) }
  }

  /// Sends a piece. Returns false, and drops the piece, if the stream has ended or too many bytes wait to be sent.
  package func write(_ piece: [UInt8]) -> Bool {
    guard isOpen else { return false }
    guard !piece.isEmpty else { return true }
    let cost = Self.cost(of: piece)
    let pending = pendingCost.add(cost, ordering: .relaxed).newValue
    guard pending == cost || pending <= capacity + Self.pieceOverhead else {
      pendingCost.subtract(cost, ordering: .relaxed)
      return false
    }
    deliver(.piece(piece))
    return true
  }

  /// Ends the body. The connection may then serve another request.
  package func finish() { end(.finish) }

  /// Resets the connection in the middle of the body.
  package func reset() { end(.reset) }

  /// Whether pieces wait to be sent.
  package var hasPendingOutput: Bool { pendingCost.load(ordering: .relaxed) > 0 }

  package var isOpen: Bool { open.load(ordering: .acquiring) }

  /// Calls `handler` once if the stream ends because the client disconnects or the server stops. Calls it immediately
  /// if the stream has already ended for any reason. A second handler replaces the first.
  package func onClose(_ handler: @escaping @Sendable () -> Void) {
    closeHandler.withLock { $0 = handler }
    hasCloseHandler.store(true, ordering: .sequentiallyConsistent)
    if !open.load(ordering: .sequentiallyConsistent) { takeCloseHandler()?() }
  }

  /// Calls `handler` once when no piece waits to be sent, or the stream has ended; immediately if so now. A second
  /// handler replaces the first.
  package func onEmpty(_ handler: @escaping @Sendable () -> Void) {
    emptyHandler.withLock { $0 = handler }
    hasEmptyHandler.store(true, ordering: .sequentiallyConsistent)
    let isEmpty = pendingCost.load(ordering: .sequentiallyConsistent) <= 0
    if isEmpty || !open.load(ordering: .sequentiallyConsistent) { callEmptyHandler() }
  }

  private func callEmptyHandler() {
    guard hasEmptyHandler.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let handler = emptyHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?()
  }

  /// The connection calls this after it sent pieces of this total cost.
  package func didSend(_ cost: Int) {
    if pendingCost.subtract(cost, ordering: .sequentiallyConsistent).newValue <= 0 { callEmptyHandler() }
  }

  /// The connection calls this when it closes.
  package func connectionDidClose() {
    open.store(false, ordering: .sequentiallyConsistent)
    takeCloseHandler()?()
    callEmptyHandler()
  }

  /// The caller that clears the flag gets the handler, so that it runs once.
  private func takeCloseHandler() -> (@Sendable () -> Void)? {
    guard hasCloseHandler.exchange(false, ordering: .sequentiallyConsistent) else { return nil }
    return closeHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
  }

  private func end(_ event: Event) {
    guard open.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = takeCloseHandler()
    deliver(event)
  }
}
