/// An event of a node or of its shared store, for the log.
package enum NodeNotice: Sendable, Equatable {
  /// The store does not answer. Screens are served from memory, writes are refused.
  /// - Parameter hasCopy: whether the node has anything to serve.
  case lost(reason: String, hasCopy: Bool)
  /// The store answers again.
  /// - Parameter seconds: how long it was lost.
  case available(after: Double)
  /// A newer Marquee has changed the store, so this node only reads.
  case readOnly
  /// The store has another history, so everything was loaded again.
  case reloaded
  /// Rows of the store cannot be read and are left out.
  case damaged(reason: String)
  /// The store answers, and a change could not be stored.
  case writeFailed(reason: String)
  /// The copy on this node's disk could not be written.
  case copyFailed(reason: String)
  /// Changes of other nodes cannot be taken over.
  case followFailed(reason: String)
}
