import FaultInjection
import SeededRandom

/// The faults of a simulation.
extension ClusterSimulation {
  /// Begins a fault, and schedules the next one.
  func beginFault() {
    guard time < Self.faultsEnd, let fault = nextFault() else { return }
    log(nil, "begins \(fault)")
    // Some are shorter than any timeout, and some longer.
    let length = random.next(below: 2) == 0 ? random.next(below: 400_000) : random.next(below: 8_000_000)
    let end = min(time + length, Self.faultsEnd)
    begin(fault, until: end)
    schedule(.heal(fault), after: end - time)
    schedule(.fault, after: random.next(below: 3_000_000))
  }

  private func nextFault() -> SimulatedFault? {
    guard let kind = random.pick(faultKinds) else { return nil }
    let node = random.next(below: Self.nodeCount)
    switch kind {
    case .partition:
      let direction = random.next(below: 3)
      return .partition(node: node, requests: direction != 1, responses: direction != 2)
    case .lateness: return .lateness(node: node)
    case .loss: return .loss(node: node)
    case .kill: return .kill(node: node)
    case .pause: return .pause(node: node)
    case .clockJump: return .clockJump(node: node)
    case .brokenDisk: return .brokenDisk(node: node)
    case .outage: return .outage
    case .newerStore: return .newerStore
    case .failover: return .failover
    }
  }

  private func begin(_ fault: SimulatedFault, until end: Int) {
    switch fault {
    case .partition(let node, let requests, let responses):
      links[node].losesRequests = requests
      links[node].losesResponses = responses
    case .lateness(let node): links[node].lateness = 30
    case .loss(let node): links[node].loss = 30
    case .kill(let node): kill(node)
    case .pause(let node): nodes[node].pausedUntil = end
    case .clockJump(let node): nodes[node].clockError = Double(random.next(below: 7_200)) - 3_600
    case .brokenDisk(let node): nodes[node].disk.isBroken = true
    case .outage:
      for node in links.indices {
        links[node].losesRequests = true
        links[node].losesResponses = true
      }
    case .newerStore: store.isWritable = false
    case .failover:
      epoch += 1
      store.lose(random.next(below: 4))
      // Its promises are those of the old store.
      history = WriteHistory()
    }
  }

  func heal(_ fault: SimulatedFault) {
    log(nil, "ends \(fault)")
    switch fault {
    case .partition(let node, _, _), .lateness(let node), .loss(let node): links[node] = SimulatedLink()
    case .kill(let node): if nodes[node].phase == .down { start(node) }
    case .pause, .clockJump, .failover: break
    case .brokenDisk(let node): nodes[node].disk.isBroken = false
    case .outage: for node in links.indices { links[node] = SimulatedLink() }
    case .newerStore: store.isWritable = true
    }
  }
}
