import Synchronization

/// Tells the handler of a deferred request when its client closes its side of the connection, and when the connection
/// ends.
///
/// A client that has closed its side may still read: a TCP connection has two directions. Only bytes that are sent to it
/// show whether it does. So a handler that only waits should stop waiting and respond. A handler that computes for long
/// uses ``onDisconnect(_:)``, which asks the client by an interim response.
package final class ClientWatch: Sendable {
  private struct State {
    var hasClosed = false
    var hasDisconnected = false
    var closeHandler: (@Sendable () -> Void)?
    var disconnectHandler: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// The address of the peer; nil if it has none.
  package let peer: NumericAddress?
  /// Sends an interim response, which a client that has gone answers with a reset.
  private let probe: @Sendable () -> Void

  package init(peer: NumericAddress? = nil, probe: @escaping @Sendable () -> Void = {}) {
    self.peer = peer
    self.probe = probe
  }

  /// Whether the client has closed its side, or the connection has failed.
  package var hasClosed: Bool { state.withLock(\.hasClosed) }

  /// Calls `handler` once if the client closes its side before the response; immediately if it already has. A second
  /// handler replaces the first.
  package func onClose(_ handler: @escaping @Sendable () -> Void) {
    let hasClosed = state.withLock { state in
      state.closeHandler = state.hasClosed ? nil : handler
      return state.hasClosed
    }
    if hasClosed { handler() }
  }

  /// Calls `handler` once if the connection ends before the response; immediately if it already has. A second handler
  /// replaces the first. If the client closes its side, finds out whether it still reads.
  package func onDisconnect(_ handler: @escaping @Sendable () -> Void) {
    let (hasClosed, hasDisconnected) = state.withLock { state in
      state.disconnectHandler = state.hasDisconnected ? nil : handler
      return (state.hasClosed, state.hasDisconnected)
    }
    if hasDisconnected { handler() } else if hasClosed { probe() }
  }

  /// The connection calls this when the client has closed its side.
  package func clientDidClose() {
    let (handler, isProbing) = state.withLock { state in
      state.hasClosed = true
      defer { state.closeHandler = nil }
      return (state.closeHandler, state.disconnectHandler != nil)
    }
    handler?()
    if isProbing { probe() }
  }

  /// The connection calls this when it ends.
  package func connectionDidEnd() {
    let handlers = state.withLock { state in
      (state.hasClosed, state.hasDisconnected) = (true, true)
      defer { (state.closeHandler, state.disconnectHandler) = (nil, nil) }
      return (state.closeHandler, state.disconnectHandler)
    }
    handlers.0?()
    handlers.1?()
  }

  /// The connection calls this with the response. Releases the handlers.
  package func responseDidBegin() {
    state.withLock { ($0.closeHandler, $0.disconnectHandler) = (nil, nil) }
  }
}
