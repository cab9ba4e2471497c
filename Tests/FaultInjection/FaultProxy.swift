import Foundation

/// A TCP proxy on a free port of the loopback interface that makes the faults of a network, and cuts PostgreSQL
/// connections at the end of write transactions.
package final class FaultProxy: Sendable {
  /// The treatment of connections.
  package enum Mode: Hashable, Sendable {
    /// Forwards everything.
    case pass
    /// Refuses new connections. Entering it resets the existing ones.
    case refuse
    /// Accepts and keeps connections, and forwards nothing in either direction. Leaving it resets them.
    case blackHole
    /// Resets the existing connections when it is set. New ones pass.
    case reset
    /// Delays the bytes in each direction.
    case delay(milliseconds: Int)
  }

  /// A fault at the end of a write transaction: a `COMMIT` that does not end a read-only block, or a statement
  /// that writes `marquee_head` outside a block, with the `Sync` of its pipeline.
  package enum Cut: Hashable, Sendable, CaseIterable {
    /// Resets the connection without forwarding the end, so the server rolls back.
    case beforeCommit
    /// Resets the connection when the server has answered, without delivering the answer.
    case afterCommit
    /// Delivers the first half of the server's answer and resets the connection.
    case midAnswer
  }

  package struct Counters: Equatable, Sendable {
    /// The accepted connections.
    package var accepted = 0
    /// The connections that are open now.
    package var open = 0
    /// The connections that a change of the mode reset.
    package var reset = 0
    /// The connections that cannot be watched for commits: encrypted ones, and those of other protocols. Connect with
    /// `sslmode=disable gssencmode=disable`.
    package var opaque = 0
    /// The ends of write transactions that clients sent.
    package var commits = 0
    /// The cuts that happened.
    package var cuts: [Cut: Int] = [:]
  }

  /// The port of the proxy, which stays the same in all modes.
  package let port: UInt16
  private let control: ProxyControl

  /// Starts a proxy in the mode `pass`.
  /// - Parameter serverPort: the port on the loopback interface to which it forwards.
  /// - Throws: an error of the system if no port can be opened.
  package init(to serverPort: UInt16) throws {
    let control = try ProxyControl()
    let reservation = try LoopbackSocket(boundTo: 0)
    let port = reservation.port
    let listener: LoopbackSocket
    do {
      listener = try LoopbackSocket(listeningOn: port)
    } catch {
      reservation.close()
      throw error
    }
    (self.control, self.port) = (control, port)
    Thread.detachNewThread {
      var loop = ProxyLoop(to: serverPort, reservation: reservation, listener: listener, control)
      loop.run()
    }
  }

  deinit { stop() }

  package var mode: Mode { control.mode }
  package var counters: Counters { control.counters }
  /// The cuts that will happen, next first.
  package var armed: [Cut] { control.armed }

  /// Changes the mode for new and existing connections. When it returns, the change has happened.
  /// - Throws: an error of the system if the port cannot be opened again.
  package func set(_ mode: Mode) throws { try control.perform(mode) }

  /// Cuts the connections of the next commits, one commit each. A cut waits behind those that are armed already.
  ///
  /// `afterCommit` and `midAnswer` pass over a commit that fails, and wait for the next.
  /// - Parameter refuses: whether the mode becomes `refuse` together with the next cut, before a client can connect
  ///   again.
  package func arm(_ cut: Cut, times: Int = 1, thenRefuse refuses: Bool = false) {
    control.arm(cut, times: times, refuses: refuses)
  }

  /// Cancels the armed cuts, and a refusal that was to come with one. A cut whose commit is on its way can still
  /// happen.
  package func disarm() { control.disarm() }

  /// Resets all connections, closes the port and waits for the end of the proxy's thread.
  package func stop() {
    // Only opening the port can fail.
    try? control.perform(nil)
  }
}
