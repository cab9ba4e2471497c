import NodeStore
import Screens
import Testing

/// What a node decides, as a dialogue: an event, and what it does then.
@Suite struct NodeStateTests {
  private static let origin = ContinuousClock.now
  private static let reason = "no response"

  private var node = NodeState(position: Self.position(3), age: 60, at: origin)

  private static func position(_ revision: Int, of store: String = "s") -> StorePosition {
    StorePosition(store: store, revision: revision, change: "c\(revision)")
  }

  private static func update(
    to revision: Int, isComplete: Bool = false, hasOtherHistory: Bool = false, damage: [String] = []
  ) -> PrimaryUpdate {
    PrimaryUpdate(
      position: position(revision), changes: StoreChanges(), pruned: [:], isComplete: isComplete,
      hasOtherHistory: hasOtherHistory, damage: damage)
  }

  /// Takes over changes of other nodes.
  /// - Returns: whether the publisher has to load everything.
  private mutating func copy(_ update: PrimaryUpdate) -> Bool { node.didCopy(update) }

  private mutating func commit(_ revision: Int, after base: StorePosition) -> StorePosition? {
    node.didCommit(Commit(revision: revision, change: "own", firstAuditID: nil), after: base)
  }

  private mutating func hear(
    _ revision: Int, visible: Int? = 3, isWritable: Bool = true, at seconds: Double = 0
  ) -> [NodeAction] {
    node.receive(
      .reached(Self.position(revision), isWritable: isWritable, clockOffset: 0), visible: visible,
      at: Self.time(seconds))
  }

  private mutating func lose(_ reason: String = reason, at seconds: Double = 0) -> [NodeAction] {
    node.receive(.lost(reason: reason), visible: 3, at: Self.time(seconds))
  }

  private static func time(_ seconds: Double) -> ContinuousClock.Instant {
    origin.advanced(by: .seconds(seconds))
  }

  /// The report of an action to follow it.
  private static func report(_ actions: [NodeAction]) throws -> NodeReport {
    guard actions.count == 1, case .follow(let report) = actions[0] else { throw UnexpectedActions(actions) }
    return report
  }

  private struct UnexpectedActions: Error {
    let actions: [NodeAction]

    init(_ actions: [NodeAction]) { self.actions = actions }
  }

  @Test mutating func `a node with everything says once that it can write`() {
    #expect(
      hear(3) == [.markCurrent, .copyHistory, .announceCatchUp, .announceWritable(isFirst: true)])
    #expect(
      hear(3) == [.markCurrent, .copyHistory, .announceCatchUp, .announceWritable(isFirst: false)])
  }

  @Test mutating func `without a publisher, nothing is taken over or announced`() {
    #expect(hear(4, visible: nil) == [])
    #expect(hear(3, visible: nil) == [.markCurrent, .copyHistory])
  }

  @Test mutating func `a report of more than the node has is followed before it counts as current`() throws {
    let report = try Self.report(hear(5))
    #expect(!node.hasEverything(of: report))
    #expect(node.status.staleness(at: Self.time(1)) == 61)
    #expect(copy(Self.update(to: 5)) == false)
    #expect(node.hasEverything(of: report))
    #expect(
      node.didFollow(report, failure: nil, at: Self.time(1))
        == [.markCurrent, .copyHistory, .announceCatchUp, .announceWritable(isFirst: true)])
    #expect(node.status.staleness(at: Self.time(2)) == 0)
    #expect(node.status.staleness(at: Self.time(4)) == 3)
    #expect(node.status.catchUpCount == 1)
  }

  @Test mutating func `readers who are behind the copy are brought up to it`() throws {
    #expect(try Self.report(hear(3, visible: 2)).position == Self.position(3))
  }

  @Test mutating func `a failure to follow is reported when its reason is new`() throws {
    let report = try Self.report(hear(5))
    #expect(
      node.didFollow(report, failure: "damaged", at: Self.time(0))
        == [.notify(.followFailed(reason: "damaged"))])
    #expect(node.didFollow(report, failure: "damaged", at: Self.time(1)) == [])
    #expect(
      node.didFollow(report, failure: "full", at: Self.time(2)) == [.notify(.followFailed(reason: "full"))])
    _ = node.didFollow(report, failure: nil, at: Self.time(3))
    #expect(
      node.didFollow(report, failure: "full", at: Self.time(4)) == [.notify(.followFailed(reason: "full"))])
  }

  @Test mutating func `a report that is older than this node's own commit needs nothing`() throws {
    _ = hear(3)
    let base = try node.admit(base: 3)
    // The store reports the commit before its writer has returned.
    let report = try Self.report(hear(4))
    #expect(!node.hasEverything(of: report))
    let own = try #require(commit(4, after: base))
    node.didCopyCommit(at: own)
    #expect(node.hasEverything(of: report))
    // Without a commit meanwhile, another change has the same revision.
    let other = try Self.report(hear(4))
    #expect(!node.hasEverything(of: other))
  }

  @Test mutating func `each reason of a loss is reported once until the store is back`() {
    _ = hear(3)
    #expect(lose("a") == [.notify(.lost(reason: "a", hasCopy: true))])
    #expect(lose("b") == [.notify(.lost(reason: "b", hasCopy: true))])
    #expect(lose("a") == [])
    #expect(node.status.lossCount == 1)
    #expect(node.status.reasonForRefusal == "a")
    #expect(
      hear(3, at: 7) == [
        .markCurrent, .copyHistory, .notify(.available(after: 7)), .announceCatchUp,
        .announceWritable(isFirst: true),
      ])
    #expect(lose("a", at: 8) == [.notify(.lost(reason: "a", hasCopy: true))])
    for number in 0..<100 { _ = lose("\(number)", at: 9) }
    #expect(lose("another", at: 10) == [])
  }

  @Test mutating func `a node that has never had a copy says so, and stores nothing`() {
    node = NodeState(position: nil, age: nil, at: Self.origin)
    #expect(lose() == [.notify(.lost(reason: Self.reason, hasCopy: false))])
    #expect(throws: StoreError.unavailable(Self.reason)) { try node.admit(base: 0) }
    _ = hear(3, visible: nil)
    #expect(throws: StoreError.outdated) { try node.admit(base: nil) }
  }

  @Test mutating func `the store of another installation counts as lost`() {
    let actions = node.receive(
      .reached(Self.position(9, of: "other"), isWritable: true, clockOffset: 0), visible: 3, at: Self.origin)
    guard case .notify(.lost(let reason, hasCopy: true))? = actions.first, actions.count == 1 else {
      Issue.record("\(actions)")
      return
    }
    #expect(reason.contains("another installation"))
    #expect(node.status.reasonForRefusal == reason)
    #expect(node.position == Self.position(3))
  }

  @Test mutating func `a store of a newer release is followed, and not written`() throws {
    #expect(
      hear(3, isWritable: false) == [.notify(.readOnly), .markCurrent, .copyHistory, .announceCatchUp])
    #expect(hear(3, isWritable: false) == [.markCurrent, .copyHistory, .announceCatchUp])
    #expect(throws: StoreError.self) { try node.admit(base: 3) }
    #expect(hear(3).last == .announceWritable(isFirst: true))
    #expect(try node.admit(base: 3) == Self.position(3))
    #expect(throws: StoreError.outdated) { try node.admit(base: 2) }
  }

  @Test mutating func `a copy that lacks the change before a commit is left to the next catch-up`() {
    #expect(commit(5, after: Self.position(3)) == nil)
    #expect(node.position == Self.position(3))
  }

  @Test(.bug(id: "F59")) mutating func `a publisher with a change that the copy lacks loads the whole copy`()
    throws
  {
    _ = hear(3)
    _ = commit(4, after: try node.admit(base: 3))
    node.status.didFailCopy("no room")
    // Without it, a change that the store lost in a failover would be shown until the node ends.
    #expect(copy(Self.update(to: 4)) == true)
    #expect(copy(Self.update(to: 5)) == false)
    let own = try #require(commit(6, after: Self.position(5)))
    node.didCopyCommit(at: own)
    #expect(copy(Self.update(to: 7)) == false)
  }

  @Test mutating func `a writer that was second makes the next ones careful for a second`() {
    node.didFailWrite(.outdated, at: Self.time(1))
    #expect(node.status.isContended(at: Self.time(1.9)))
    #expect(!node.status.isContended(at: Self.time(2.1)))
    #expect(node.status.conflictCount == 1)
    #expect(node.status.writeFailureCount == 0)
  }

  @Test mutating func `a change that the store does not take is reported once and counted`() {
    _ = hear(3)
    node.didFailWrite(.full("no room"), at: Self.time(1))
    node.didFailWrite(.full("no room"), at: Self.time(1))
    #expect(node.status.takeNotices() == [.writeFailed(reason: "no room")])
    node.didFailWrite(.full("no room"), at: Self.time(2))
    #expect(node.status.takeNotices() == [])
    #expect(node.status.writeFailureCount == 3)
    _ = commit(4, after: Self.position(3))
    node.didFailWrite(.full("no room"), at: Self.time(3))
    #expect(hear(3).first == .notify(.writeFailed(reason: "no room")))
  }

  @Test mutating func `a loss of the store takes the place of the write that it failed`() {
    _ = hear(3)
    node.didFailWrite(.unavailable("broken"), at: Self.time(1))
    _ = lose()
    node.didFailWrite(.unavailable("broken"), at: Self.time(2))
    #expect(node.status.takeNotices() == [])
  }

  @Test mutating func `damage and another history are reported once`() {
    #expect(
      copy(Self.update(to: 9, isComplete: true, hasOtherHistory: true, damage: ["a", "b", "c"])) == true)
    #expect(node.status.takeNotices() == [.reloaded, .damaged(reason: "a, and 2 more")])
    #expect(node.status.takeNotices() == [])
    #expect(node.position == Self.position(9))
  }

  @Test mutating func `a copy that cannot be written is reported once, and its age grows`() {
    _ = hear(3)
    node.status.didFailCopy("no room")
    node.status.didFailCopy("no room")
    #expect(hear(3).first == .notify(.copyFailed(reason: "no room")))
    #expect(hear(3).first == .markCurrent)
    #expect(
      NodeState(position: Self.position(3), age: 5, at: Self.origin).status.staleness(at: Self.time(2)) == 7)
    // Without a copy, nothing can be old.
    #expect(NodeState(position: nil, age: 5, at: Self.origin).status.staleness(at: Self.time(2)) == 2)
  }
}
