import FaultInjection
import NodeStore
import Screens
import SeededRandom

/// The start of a node, and its follower: as `NodeFollower` and `PostgresFollower` do it.
extension ClusterSimulation {
  private static let pollInterval = 1_000_000
  private static let timeout = 3_000_000
  private static let startTimeout = 10_000_000

  // MARK: The start

  func start(_ node: Int) {
    log(node, "start")
    let disk = nodes[node].disk
    nodes[node].life += 1
    nodes[node].phase = .starting
    nodes[node].state = NodeState(
      position: disk.position, age: disk.lastCurrent.map { Double(time - $0) / 1_000_000 }, at: now)
    nodes[node].failedAttempts = 0
    nodes[node].isWoken = false
    nodes[node].reportedReasons = []
    nodes[node].isNextFirst = true
    nodes[node].lastCurrent = 0
    nodes[node].pausedUntil = 0
    schedule(.startTimeout(node: node, life: nodes[node].life), after: Self.startTimeout)
    poll(node)
  }

  /// Ends the process: what is not on the disk is gone.
  func kill(_ node: Int) {
    log(node, "kill")
    nodes[node].life += 1
    nodes[node].phase = .down
    nodes[node].follower = .waiting
    nodes[node].writerRequest = nil
    let tasks = nodes[node].queue + (nodes[node].task.map { [$0] } ?? [])
    nodes[node].queue = []
    nodes[node].task = nil
    for case .write(let client, _, _) in tasks.map(\.purpose) { didEnd(client, .unknown) }
  }

  /// Goes on with the start after the first report, or without one.
  func endStart(_ node: Int) {
    guard nodes[node].phase == .starting else { return }
    guard nodes[node].state.status.isReachable else { return serve(node) }
    nodes[node].phase = .loading
    run(SimulatedNode.WriterTask(purpose: .start), on: node)
  }

  /// Begins to serve what the copy has.
  func serve(_ node: Int) {
    nodes[node].phase = .serving
    show(nodes[node].disk.screens, at: nodes[node].state.position ?? SimulatedStore.start, on: node)
    nodes[node].visible = nodes[node].shown
    wake(node)
  }

  // MARK: The follower

  /// Asks for the head.
  func poll(_ node: Int) {
    nodes[node].turn += 1
    nodes[node].follower = .asking(
      id: send(.head, from: node, on: .follower, timeout: Self.timeout))
  }

  /// Asks for the head at once, or after the report in progress.
  func wake(_ node: Int) {
    guard nodes[node].phase != .down else { return }
    if case .waiting = nodes[node].follower { poll(node) } else { nodes[node].isWoken = true }
  }

  func didAnswer(_ request: Request, _ response: Response) {
    guard case .head(let position, let isWritable, let storeTime) = response else { return }
    let node = request.node
    nodes[node].failedAttempts = 0
    var offset = storeTime - (request.clock + wallClock(of: node)) / 2
    if flaw == .oldClockOffset, nodes[node].state.status.clockOffset != 0 {
      offset = nodes[node].state.status.clockOffset
    }
    report(.reached(position, isWritable: isWritable, clockOffset: offset), to: node)
    checkClock(after: request)
  }

  func didNotAnswer(_ request: Request) {
    nodes[request.node].failedAttempts += 1
    report(.lost(reason: "no response"), to: request.node)
  }

  private func report(_ event: PrimaryEvent, to node: Int) {
    nodes[node].follower = .handling
    if case .lost = event { nodes[node].isNextFirst = true }
    let visible = nodes[node].phase == .serving ? nodes[node].visible.revision : nil
    let actions = nodes[node].state.receive(event, visible: visible, at: now)
    let reported: StorePosition? = if case .reached(let position, _, _) = event { position } else { nil }
    perform(actions, on: node, reported: reported)
  }

  /// Goes on after ``NodeAction/follow(_:)``.
  func didFollow(_ node: Int, _ report: NodeReport, failure: String?) {
    perform(
      nodes[node].state.didFollow(report, failure: failure, at: now), on: node, reported: report.position)
  }

  private func perform(_ actions: [NodeAction], on node: Int, reported: StorePosition?) {
    for action in actions {
      log(node, "\(action)")
      switch action {
      case .notify(let notice): checkNotice(notice, of: node)
      case .follow(let report):
        if flaw == .ignoredReport { return didFollow(node, report, failure: nil) }
        return run(SimulatedNode.WriterTask(purpose: .follow(report)), on: node)
      case .markCurrent:
        nodes[node].lastCurrent = time
        if nodes[node].disk.isBroken {
          nodes[node].state.status.didFailCopy("the disk is full")
        } else {
          nodes[node].disk.lastCurrent = time
          nodes[node].state.status.didWriteCopy()
        }
      case .copyHistory: break
      case .announceCatchUp: checkCatchUp(of: node, to: reported)
      case .announceWritable(let isFirst): checkWritable(node, isFirst: isFirst)
      }
    }
    for notice in nodes[node].state.status.takeNotices() {
      log(node, "\(notice)")
      checkNotice(notice, of: node)
    }
    endStart(node)
    // Waits for a notification, for a second, or before the next attempt to connect.
    nodes[node].follower = .waiting
    let attempts = nodes[node].failedAttempts
    if flaw == .endedFollowing, attempts == 0 { return }
    if nodes[node].isWoken {
      nodes[node].isWoken = false
      return poll(node)
    }
    let backoff = min(100_000 << min(attempts, 5), 2_000_000)
    let delay = attempts == 0 ? Self.pollInterval : backoff / 2 + random.next(below: backoff / 2)
    nodes[node].turn += 1
    schedule(.poll(node: node, life: nodes[node].life, turn: nodes[node].turn), after: delay)
  }
}
