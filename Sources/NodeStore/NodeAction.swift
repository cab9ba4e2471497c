package import Screens

/// What a node does after a report of its shared store.
package enum NodeAction: Sendable, Equatable {
  /// Log a notice.
  case notify(NodeNotice)
  /// Take over what other nodes have changed, unless the node has everything of the report. Then call
  /// ``NodeState/didFollow(_:failure:at:)``.
  case follow(NodeReport)
  /// Note in the copy that it has everything.
  case markCurrent
  /// Copy older versions for a while.
  case copyHistory
  /// Say that the publisher has all changes of the report.
  case announceCatchUp
  /// Say that the store is writable.
  /// - Parameter isFirst: whether this is the first time since the start or since the store was lost.
  case announceWritable(isFirst: Bool)
}

/// A report of a store that answers.
package struct NodeReport: Sendable, Equatable {
  package let position: StorePosition
  let isWritable: Bool
  let clockOffset: Double
  /// The number of changes that this node had committed when the report came.
  let commitCount: Int
}
