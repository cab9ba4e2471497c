import FaultInjection
import NodeStore
import Screens
import SeededRandom

/// What needs the writer's lock: as `Publisher` and `NodeStore` do it.
extension ClusterSimulation {
  private static let timeout = 3_000_000
  private static let outcomeTimeout = 6_000_000
  /// How often a write runs again because another node was first.
  private static let maximumConflicts = 4

  /// Runs a task, now or after others.
  func run(_ task: SimulatedNode.WriterTask, on node: Int) {
    nodes[node].queue.append(task)
    beginNext(node)
  }

  private func beginNext(_ node: Int) {
    guard nodes[node].task == nil, !nodes[node].queue.isEmpty else { return }
    // A lock goes to any of those that wait.
    let task = nodes[node].queue.remove(at: random.next(below: nodes[node].queue.count))
    nodes[node].task = task
    switch task.purpose {
    case .start: load(node)
    case .follow(let report):
      let state = nodes[node].state
      guard state.hasEverything(of: report), state.position?.revision == nodes[node].shown.revision else {
        return load(node)
      }
      endFollow(node, report, failure: nil)
    case .write:
      if nodes[node].state.status.isContended(at: now) { load(node) } else { commit(node) }
    }
  }

  private func end(_ node: Int) {
    nodes[node].task = nil
    beginNext(node)
  }

  private func endFollow(_ node: Int, _ report: NodeReport, failure: String?) {
    if failure == nil { showRevision(of: node) }
    nodes[node].task = nil
    didFollow(node, report, failure: failure)
    beginNext(node)
  }

  // MARK: Catching up

  private func load(_ node: Int) {
    nodes[node].writerRequest = send(
      .changes(since: nodes[node].state.position), from: node, on: .writer, timeout: Self.timeout)
  }

  private func didLoad(_ node: Int, failure: String?) {
    guard let task = nodes[node].task else { return }
    switch task.purpose {
    case .start:
      serve(node)
      end(node)
    case .follow(let report): endFollow(node, report, failure: failure)
    case .write(let client, _, _):
      guard failure == nil else { return endWrite(node, client, .refused(status: 503, code: "store")) }
      commit(node)
    }
  }

  /// - Returns: why the changes could not be taken over.
  private func take(_ update: SimulatedUpdate?, on node: Int) -> String? {
    guard let update else {
      // The copy has the changes already, and the publisher does not.
      guard let position = nodes[node].state.position, position.revision != nodes[node].shown.revision else {
        return nil
      }
      show(nodes[node].disk.screens, at: position, on: node)
      return nil
    }
    guard !nodes[node].disk.isBroken else { return "the disk is full" }
    let position = update.primary.position
    nodes[node].disk.position = position
    if flaw != .emptyCopy || update.primary.isComplete {
      for (route, version) in update.versions { nodes[node].disk.screens[route] = version }
    }
    let loadsEverything = nodes[node].state.didCopy(update.primary)
    guard nodes[node].phase == .serving else { return nil }
    if flaw == .mergedCopy ? update.primary.isComplete : loadsEverything {
      show(nodes[node].disk.screens, at: position, on: node)
      return nil
    }
    var screens = nodes[node].screens
    let isFlawed = flaw == .skippedChange && update.versions.count > 1
    for (route, version) in update.versions.dropFirst(isFlawed ? 1 : 0)
    where version.number > screens[route].number { screens[route] = version }
    show(screens, at: position, on: node)
    return nil
  }

  func show(_ screens: [SimulatedVersion], at position: StorePosition, on node: Int) {
    nodes[node].screens = screens
    nodes[node].shown = position
    checkScreens(of: node, after: position.change)
  }

  /// Lets readers see the revision of what the node shows.
  func showRevision(of node: Int) {
    if !store.contains(nodes[node].visible) { nodes[node].reloadCount += 1 }
    nodes[node].visible = nodes[node].shown
  }

  // MARK: Committing

  private func commit(_ node: Int) {
    guard let task = nodes[node].task, case .write(let client, let route, let marker) = task.purpose else {
      return
    }
    do throws(StoreError) {
      let base = try nodes[node].state.admit(base: nodes[node].shown.revision)
      let version = SimulatedVersion(number: nodes[node].screens[route].number + 1, marker: marker)
      let write = ProposedWrite(
        change: "c\(marker).\(node).\(time)", base: base, route: route, version: version)
      nodes[node].task?.commit = write
      nodes[node].writerRequest = send(.commit(write), from: node, on: .writer, timeout: Self.timeout)
    } catch .outdated {
      rerun(node, client)
    } catch {
      endWrite(node, client, .refused(status: 503, code: "store"))
    }
  }

  /// Takes over what another node has written, and writes again.
  private func rerun(_ node: Int, _ client: Int) {
    let conflicts = (nodes[node].task?.conflicts ?? 0) + 1
    nodes[node].task?.conflicts = conflicts
    guard conflicts < Self.maximumConflicts else {
      return endWrite(node, client, .refused(status: 503, code: "outdated"))
    }
    load(node)
  }

  private func endWrite(_ node: Int, _ client: Int, _ outcome: WriteOperation.Outcome) {
    // A write shows what it has taken over, also if it fails.
    showRevision(of: node)
    log(node, "ends the write of client \(client): \(outcome)")
    didEnd(client, outcome)
    end(node)
  }

  private func didStore(_ node: Int, _ client: Int, _ commit: Commit) {
    guard let write = nodes[node].task?.commit else { return }
    if let position = nodes[node].state.didCommit(commit, after: write.base) {
      if nodes[node].disk.isBroken {
        nodes[node].state.status.didFailCopy("the disk is full")
      } else {
        nodes[node].disk.position = position
        nodes[node].disk.screens[write.route] = write.version
        nodes[node].state.didCopyCommit(at: position)
      }
    }
    var screens = nodes[node].screens
    screens[write.route] = write.version
    let position = StorePosition(store: write.base.store, revision: commit.revision, change: commit.change)
    show(screens, at: position, on: node)
    endWrite(node, client, .acknowledged(version: write.version.number, revision: commit.revision))
  }

  // MARK: Responses

  func didAnswerWriter(_ request: Request, _ response: Response) {
    let node = request.node
    nodes[node].writerRequest = nil
    if case .changes(let update) = response { return didLoad(node, failure: take(update, on: node)) }
    guard case .write(let client, _, _) = nodes[node].task?.purpose else { return }
    switch response {
    case .stored(let commit): didStore(node, client, commit)
    case .outdated:
      nodes[node].state.didFailWrite(.outdated, at: now)
      rerun(node, client)
    case .conflict:
      nodes[node].state.didFailWrite(.conflict, at: now)
      endWrite(node, client, .refused(status: 500, code: "conflict"))
    case .newer: endWrite(node, client, .refused(status: 503, code: "newer"))
    case .repeated(let version, let revision):
      endWrite(node, client, .acknowledged(version: version, revision: revision))
    case .head, .changes: break
    }
  }

  func didNotAnswerWriter(_ request: Request) {
    let node = request.node
    nodes[node].writerRequest = nil
    switch request.content {
    case .head: break
    case .changes: didLoad(node, failure: "no response")
    case .commit(let write):
      nodes[node].writerRequest = send(
        .outcome(of: write), from: node, on: .writer, timeout: Self.outcomeTimeout)
    case .outcome(let write):
      guard case .write(let client, _, _) = nodes[node].task?.purpose else { return }
      nodes[node].state.didFailWrite(.outcomeUnknown("no response"), at: now)
      wake(node)
      if flaw == .falseAcknowledgement {
        let (version, revision) = (write.version.number, write.base.revision + 1)
        didEnd(client, .acknowledged(version: version, revision: revision))
        return end(node)
      }
      endWrite(node, client, .unknown)
    }
  }
}
