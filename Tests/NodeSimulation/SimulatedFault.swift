/// A fault that lasts for a while.
package enum SimulatedFault: Equatable, Sendable {
  case partition(node: Int, requests: Bool, responses: Bool)
  /// A part of the messages takes long, some of them longer than any timeout.
  case lateness(node: Int)
  /// A part of the messages does not arrive.
  case loss(node: Int)
  /// The process is killed, and started again at the end.
  case kill(node: Int)
  /// The process stands still.
  case pause(node: Int)
  /// The wall clock jumps, and stays there.
  case clockJump(node: Int)
  case brokenDisk(node: Int)
  /// No node reaches the store.
  case outage
  /// A newer release has changed the store.
  case newerStore
  /// A standby that lacks the last changes takes over. What was acknowledged of them is lost.
  case failover

  /// A fault without its node.
  package enum Kind: CaseIterable, Sendable {
    case partition, lateness, loss, kill, pause, clockJump, brokenDisk, outage, newerStore, failover
  }
}
