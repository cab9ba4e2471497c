import Synchronization

/// The writing end of a streamed body. Works from any queue; pieces are sent in the order of the calls from one
/// queue. What waits to be sent is bounded: a client that doesn't read costs no memory beyond that. Dropped without
/// an end it ends the body.
package final class StreamWriter: Sendable {
  package enum Event: Sendable {
    case piece([UInt8])
    case finish
    case reset
  }

  /// Tells this body from other ones of the same connection.
  package let number: UInt64
  private let waiting = Atomic<Int>(0)
  private let open = Atomic<Bool>(true)
  private let hasAction = Atomic<Bool>(false)
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let capacity: Int
  private let deliver: @Sendable (Event) -> Void

  /// What a piece takes beside its bytes: the frame of its chunk, and its way to the loop. Counted, so that many small
  /// pieces are bounded too.
  private static let pieceOverhead = 64

  /// What a piece counts for while it waits.
  package static func cost(of piece: [UInt8]) -> Int { piece.count + pieceOverhead }

  /// `capacity`: bytes that may wait to be sent; one piece of that size fits.
  package init(number: UInt64, capacity: Int, deliver: @escaping @Sendable (Event) -> Void) {
    self.number = number
    self.capacity = capacity
    self.deliver = deliver
  }

  deinit {
    if open.load(ordering: .acquiring) { deliver(.finish) }
  }

  /// Sends a piece. False when the stream has ended or too much waits already: the piece is dropped then.
  package func write(_ piece: [UInt8]) -> Bool {
    guard isOpen else { return false }
    guard !piece.isEmpty else { return true }
    guard piece.count <= capacity else { return false }
    let cost = Self.cost(of: piece)
    guard waiting.add(cost, ordering: .relaxed).newValue <= capacity + Self.pieceOverhead else {
      waiting.subtract(cost, ordering: .relaxed)
      return false
    }
    deliver(.piece(piece))
    return true
  }

  /// Ends the body; the connection may serve another request then.
  package func finish() { end(.finish) }

  /// Cuts the connection off in the middle of the body.
  package func reset() { end(.reset) }

  /// Whether something waits to be sent.
  package var isBehind: Bool { waiting.load(ordering: .relaxed) > 0 }

  package var isOpen: Bool { open.load(ordering: .acquiring) }

  /// Calls `action` once when the stream ends from the other side: the client went away or the server stops. At once
  /// when that has happened already. A second action takes the place of the first.
  package func onClose(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
    hasAction.store(true, ordering: .sequentiallyConsistent)
    if !open.load(ordering: .sequentiallyConsistent) { takeAction()?() }
  }

  /// Said by the connection: pieces that counted for so much have been sent.
  package func sent(_ cost: Int) { waiting.subtract(cost, ordering: .relaxed) }

  /// Said by the connection: it is gone.
  package func closed() {
    open.store(false, ordering: .sequentiallyConsistent)
    takeAction()?()
  }

  /// Whoever takes the flag takes the action.
  private func takeAction() -> (@Sendable () -> Void)? {
    guard hasAction.exchange(false, ordering: .sequentiallyConsistent) else { return nil }
    return action.withLock { action in
      defer { action = nil }
      return action
    }
  }

  private func end(_ event: Event) {
    guard open.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = takeAction()
    deliver(event)
  }
}
