import Synchronization

/// Tells the handler of a deferred request when its client closes its side of the connection.
///
/// Such a client may still read: a TCP connection has two directions. Only a response shows whether it does, so a
/// handler that only waits should stop waiting and respond.
package final class ClientWatch: Sendable {
  private struct State {
    var hasClosed = false
    var handler: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// The address of the peer; nil if it has none.
  package let peer: NumericAddress?

  package init(peer: NumericAddress? = nil) { self.peer = peer }

  /// Whether the client has closed its side, or the connection has failed.
  package var hasClosed: Bool { state.withLock(\.hasClosed) }

  /// Calls `handler` once if the client closes its side before the response; immediately if it already has. A second
  /// handler replaces the first.
  package func onClose(_ handler: @escaping @Sendable () -> Void) {
    let hasClosed = state.withLock { state in
      state.handler = state.hasClosed ? nil : handler
      return state.hasClosed
    }
    if hasClosed { handler() }
  }

  /// The connection calls this when the client has closed its side, and when it closes itself.
  package func clientDidClose() {
    let handler = state.withLock { state in
      state.hasClosed = true
      defer { state.handler = nil }
      return state.handler
    }
    handler?()
  }

  /// The connection calls this with the response. Releases the handler.
  package func responseDidBegin() { state.withLock { $0.handler = nil } }
}
