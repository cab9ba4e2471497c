import FaultInjection
import NodeStore
import Screens
import SeededRandom

/// Three nodes, a store, and clients, in one thread. Everything follows from a seed.
///
/// The nodes decide with ``NodeState``, which is the code that a real node runs. Around it are models: of the publisher's
/// writer, of the store's transactions, and of the network. A finding is a broken promise of a node.
package final class ClusterSimulation {
  /// The result of a run.
  package struct Outcome: Sendable {
    package let seed: UInt64
    package let steps: Int
    package let acknowledgedWrites: Int
    /// A sentence for each broken promise.
    package let findings: [String]
    /// A line for each event, if the run was traced.
    package let trace: [String]
  }

  static let nodeCount = 3
  static let maximumClients = 4
  /// When the last fault ends, in microseconds.
  static let faultsEnd = 15_000_000
  /// Longer than each timeout, in microseconds.
  private static let longestDelay = 7_000_000
  /// When the last message of that time has arrived.
  private static let settled = faultsEnd + longestDelay
  /// When the nodes must be equal. A node has to give up a request (3 s), wait for another attempt (2 s), and end a write
  /// whose outcome it asks for (3 s and 6 s); several can wait for each other.
  static let healingEnd = faultsEnd + 45_000_000

  let seed: UInt64
  let flaw: SimulationFlaw?
  let isTraced: Bool
  var random: SplitMix64
  /// Microseconds since the start.
  var time = 0
  private let origin = ContinuousClock.now
  private var events = EventQueue<SimulatedEvent>()
  private var requestCount = 0
  private var steps = 0

  var store: SimulatedStore
  var nodes: [SimulatedNode]
  var links = [SimulatedLink](repeating: SimulatedLink(), count: nodeCount)
  var clients: [SimulatedClient]
  var markerCount = 0
  var writeCount = 0
  /// The kinds of fault of this run. A run with few kinds reaches states that a run with all of them rarely reaches.
  let faultKinds: [SimulatedFault.Kind]
  /// What clients saw since the last failover.
  var history = WriteHistory()
  /// The number of failovers.
  var epoch = 0
  var findings: [String] = []
  private var trace: [String] = []

  private init(
    seed: UInt64, flaw: SimulationFlaw?, faults: [SimulatedFault.Kind]?, clientCount: Int?, isTraced: Bool
  ) {
    self.seed = seed
    self.flaw = flaw
    self.isTraced = isTraced
    var random = SplitMix64(seed: seed)
    let drawn = SimulatedFault.Kind.allCases.filter { _ in random.next(below: 2) == 0 }
    let drawnClients = 1 + random.next(below: Self.maximumClients)
    faultKinds = faults ?? drawn
    clients = [SimulatedClient](repeating: SimulatedClient(), count: clientCount ?? drawnClients)
    self.random = random
    store = SimulatedStore(flaw: flaw)
    let state = NodeState(position: nil, age: nil, at: origin)
    nodes = [SimulatedNode](repeating: SimulatedNode(state: state), count: Self.nodeCount)
  }

  /// Runs a simulation.
  /// - Parameters:
  ///   - flaw: a mistake to build in.
  ///   - faults: the kinds of fault; nil for those of the seed.
  ///   - clients: the number of clients that write; nil for that of the seed.
  ///   - isTraced: whether to write a line for each event.
  package static func run(
    seed: UInt64, flaw: SimulationFlaw? = nil, faults: [SimulatedFault.Kind]? = nil, clients: Int? = nil,
    isTraced: Bool = false
  ) -> Outcome {
    ClusterSimulation(seed: seed, flaw: flaw, faults: faults, clientCount: clients, isTraced: isTraced).run()
  }

  private func run() -> Outcome {
    for node in nodes.indices { start(node) }
    for client in clients.indices { schedule(.write(client: client), after: random.next(below: 1_000_000)) }
    schedule(.read, after: 1)
    schedule(.fault, after: random.next(below: 2_000_000))
    while findings.isEmpty, let (next, event) = events.next() {
      time = next
      if let node = event.node, nodes[node].pausedUntil > time {
        events.add(event, at: nodes[node].pausedUntil)
        continue
      }
      steps += 1
      handle(event)
      if time >= Self.settled, isHealed || time > Self.healingEnd { break }
    }
    if findings.isEmpty, !isHealed { find("the nodes are not equal: \(nodes.map(describe))") }
    if findings.isEmpty { findings = history.findings(finalVersions: store.finalVersions) }
    return Outcome(
      seed: seed, steps: steps, acknowledgedWrites: writeCount, findings: findings, trace: trace)
  }

  private func handle(_ event: SimulatedEvent) {
    switch event {
    case .request(let request): receive(request)
    case .response(let request, let response):
      guard isWaiting(for: request), request.epoch == epoch else { return }
      log(request.node, "response \(response)")
      switch request.line {
      case .follower: didAnswer(request, response)
      case .writer: didAnswerWriter(request, response)
      }
    case .timeout(let request):
      guard isWaiting(for: request) else { return }
      log(request.node, "timeout of \(request.content)")
      switch request.line {
      case .follower: didNotAnswer(request)
      case .writer: didNotAnswerWriter(request)
      }
    case .poll(let node, let life, let turn):
      if nodes[node].life == life, nodes[node].turn == turn { poll(node) }
    case .notification(let node): wake(node)
    case .startTimeout(let node, let life): if nodes[node].life == life { endStart(node) }
    case .write(let client): write(client)
    case .arrival(let client, let node): receiveWrite(of: client, on: node)
    case .read: read()
    case .fault: beginFault()
    case .heal(let fault): heal(fault)
    }
  }

  // MARK: Time

  /// The time as nodes read it.
  var now: ContinuousClock.Instant { origin.advanced(by: .microseconds(time)) }

  var seconds: Double { Double(time) / 1_000_000 }

  func schedule(_ event: SimulatedEvent, after delay: Int) { events.add(event, at: time + delay) }

  func log(_ node: Int?, _ text: @autoclosure () -> String) {
    guard isTraced else { return }
    trace.append("\(time) \(node.map { "node-\($0)" } ?? "cluster"): \(text())")
  }

  func find(_ text: String) {
    log(nil, text)
    findings.append("At \(seconds) s, \(text).")
  }

  // MARK: Messages

  private func isWaiting(for request: Request) -> Bool {
    let node = nodes[request.node]
    guard node.life == request.life else { return false }
    switch request.line {
    case .follower: return if case .asking(request.id) = node.follower { true } else { false }
    case .writer: return node.writerRequest == request.id
    }
  }

  /// Sends a request. The response or a timeout follows.
  /// - Returns: its id.
  func send(_ content: Request.Content, from node: Int, on line: Request.Line, timeout: Int) -> Int {
    requestCount += 1
    let request = Request(
      id: requestCount, node: node, life: nodes[node].life, line: line, epoch: epoch, content: content,
      sentAt: time, clock: wallClock(of: node))
    log(node, "request \(content)")
    schedule(.timeout(request), after: timeout)
    if !links[node].losesRequests, !isLost(on: node) { schedule(.request(request), after: delay(on: node)) }
    return request.id
  }

  private func receive(_ request: Request) {
    guard request.epoch == epoch else { return }
    let position = store.position
    let response = store.response(to: request.content, at: seconds)
    if store.position != position {
      for node in nodes.indices where node != request.node && !links[node].losesResponses && !isLost(on: node)
      {
        schedule(.notification(node: node), after: delay(on: node))
      }
    }
    if !links[request.node].losesResponses, !isLost(on: request.node) {
      schedule(.response(request, response), after: delay(on: request.node))
    }
  }

  private func isLost(on node: Int) -> Bool { random.next(below: 100) < links[node].loss }

  private func delay(on node: Int) -> Int {
    let isLate = random.next(below: 100) < links[node].lateness
    return 200 + random.next(below: isLate ? Self.longestDelay : 3_000)
  }

  /// The node's wall clock, in seconds.
  func wallClock(of node: Int) -> Double { seconds + nodes[node].clockError }
}

extension SimulatedEvent {
  /// The node that handles the event; nil for events outside of nodes.
  fileprivate var node: Int? {
    switch self {
    case .response(let request, _), .timeout(let request): request.node
    case .poll(let node, _, _), .notification(let node), .startTimeout(let node, _),
      .arrival(_, let node):
      node
    case .request, .write, .read, .fault, .heal: nil
    }
  }
}
