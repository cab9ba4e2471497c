import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import Synchronization
import TestFolders
import Testing

/// Nodes, their writers and readers, and the faults that happen to them.
final class FaultStorm: Sendable {
  static let nodeCount = 3
  private static let writerCount = 8
  /// Fewer than writers, so that they meet.
  private static let routes = (0..<4).map { "storm/\($0)" }

  /// A node as its clients see it.
  private struct Node {
    let name: String
    let store: String
    let proxy: FaultProxy
    var server: Server
    /// The number of the process.
    var life = 0
    /// False from before it is killed until it is started again.
    var isUp = true
  }

  let history = WriteHistory()
  private let nodes: Nodes
  private let cluster: PostgresCluster
  private let database: String
  private let state: Mutex<[Node]>
  private let reads = Atomic<Int>(0)

  /// Starts the nodes, and publishes each screen once.
  init(_ nodes: Nodes, _ cluster: PostgresCluster) async throws {
    self.nodes = nodes
    self.cluster = cluster
    let database = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
    self.database = database
    try await blocking { _ = try cluster.createDatabase(database) }
    var started: [Node] = []
    for number in 0..<Self.nodeCount {
      let (proxy, store) = try Nodes.proxy(to: cluster, database: database)
      let name = Self.name(number)
      let server = try await nodes.start(name, on: store)
      started.append(Node(name: name, store: store, proxy: proxy, server: server))
    }
    state = Mutex(started)
    for route in Self.routes { _ = await write(route, by: "start", number: 0, to: 0, CurlConnection()) }
    let revision = try await started[0].server.revision()
    for node in started { try await node.server.waitForRevision(revision) }
  }

  private static func name(_ node: Int) -> String { "node-\(node)" }

  var servers: [Server] { state.withLock { $0.map(\.server) } }
  var readCount: Int { reads.load(ordering: .relaxed) }

  /// The revision of the database.
  func head() async throws -> Int {
    let text = try await blocking { [cluster, database] in
      try cluster.sql("SELECT revision FROM marquee_head", database: database)
    }
    return try #require(Int(text))
  }

  /// Runs writers and readers during some work.
  func run<Value: Sendable>(during work: () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<Self.writerCount { group.addTask { await self.write(by: writer) } }
      for node in 0..<Self.nodeCount { group.addTask { await self.read(from: node) } }
      let value: Value
      do {
        value = try await work()
      } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      try await group.waitForAll()
      return value
    }
  }

  private func node(_ number: Int) -> Node { state.withLock { $0[number] } }

  /// Limits the requests of a client that fails to 50 a second, as a real one does. Without it, clients would keep the
  /// threads busy that heal the faults, and a round would have thousands of refused writes. No result depends on it.
  private static func limitRate() async { try? await Task.sleep(for: .milliseconds(20)) }

  // MARK: Writers

  private func write(by writer: Int) async {
    let connection = CurlConnection()
    var number = 0
    while !Task.isCancelled {
      number += 1
      let route = Self.routes.randomElement() ?? Self.routes[0]
      let node = Int.random(in: 0..<Self.nodeCount)
      if await write(route, by: "w\(writer)", number: number, to: node, connection) { continue }
      await Self.limitRate()
    }
  }

  /// Publishes once. Sends the request again, with its key, while the outcome is not known.
  /// - Returns: whether it was acknowledged.
  private func write(
    _ route: String, by writer: String, number: Int, to first: Int, _ connection: CurlConnection
  ) async -> Bool {
    let marker = "\(writer)-\(number)-of-\(route.replacing("/", with: "-"))"
    let operation = history.startWrite(writer: writer, node: Self.name(first), route: route, marker: marker)
    var target = first
    for attempt in 0..<10 {
      let answer = await connection.response(
        to: CurlRequest(
          "PUT", node(target).server.url + "/admin/screens/" + route,
          fields: [
            CurlField("Authorization", "Bearer \(Server.token)"), CurlField("Idempotency-Key", marker),
          ], body: Array(Lines.definition([marker]).utf8)))
      if let answer, answer.status < 300, let version = answer.publishedVersion,
        let revision = answer.revision
      {
        history.endWrite(operation, .acknowledged(version: version, revision: revision))
        return true
      }
      let isUnknown = answer.map { ["outcome-unknown", "request-in-progress"].contains($0.problem) } ?? true
      // Only the first answer can promise that nothing was written.
      if let answer, !isUnknown, attempt == 0 {
        history.endWrite(operation, .refused(status: answer.status, code: answer.problem ?? ""))
        return false
      }
      target = Int.random(in: 0..<Self.nodeCount)
      await Self.limitRate()
    }
    history.endWrite(operation, .unknown)
    return false
  }

  // MARK: Readers

  private func read(from number: Int) async {
    let connection = CurlConnection()
    var turn = 0
    while !Task.isCancelled {
      let node = node(number)
      guard node.isUp else {
        await Self.limitRate()
        continue
      }
      turn += 1
      let path = turn.isMultiple(of: 2) ? "/health" : "/screens/" + Self.routes[turn / 2 % Self.routes.count]
      let started = history.now()
      let answer = await connection.response(to: CurlRequest("GET", node.server.url + path))
      let after = self.node(number)
      // The process was killed, perhaps before it answered.
      guard after.isUp, after.life == node.life else { continue }
      reads.add(1, ordering: .relaxed)
      guard let answer, answer.status == 200 else {
        history.recordReadFailure(of: path, on: node.name, reason: answer?.text ?? "no response")
        continue
      }
      if path == "/health", let health = try? JSONParser.parse(answer.text),
        let revision = health["revision"]?.numberValue?.intValue
      {
        history.recordRevision(revision, of: node.name, life: node.life, since: started)
      }
    }
  }

  // MARK: Faults

  /// Makes the faults of a step, and heals them at its end.
  func make(_ step: FaultPlan.Step) async throws {
    var healings: [@Sendable () async throws -> Void] = []
    // Those of the database last: it can't be asked for its processes while it is frozen.
    for fault in step.faults { healings.append(try await begin(fault)) }
    // Waits for no condition: a fault lasts for the time of the plan, and what happens meanwhile is checked.
    try await Task.sleep(for: .milliseconds(step.milliseconds))
    for heal in healings.reversed() { try await heal() }
  }

  /// - Returns: what ends the fault.
  private func begin(_ fault: FaultPlan.Fault) async throws -> @Sendable () async throws -> Void {
    let cluster = cluster
    switch fault {
    case .proxy(let number, let mode):
      let proxy = node(number).proxy
      try proxy.set(mode)
      return { try proxy.set(.pass) }
    case .cut(let number, let cut, let times):
      let proxy = node(number).proxy
      proxy.arm(cut, times: times)
      return { proxy.disarm() }
    case .killNode(let number):
      state.withLock { $0[number].isUp = false }
      let node = node(number)
      await nodes.end(node.server, by: SIGKILL)
      return { [self] in
        let server = try await nodes.start(node.name, on: node.store)
        state.withLock { state in
          state[number].server = server
          state[number].life += 1
          state[number].isUp = true
        }
      }
    case .freezeBackends(let number):
      try await blocking {
        try cluster.freeze(backendsOfApplicationNamePrefix: "marquee/\(Self.name(number))")
      }
      return { try await blocking { try cluster.thaw() } }
    case .freezeDatabase:
      try await blocking { try cluster.freeze() }
      return { try await blocking { try cluster.thaw() } }
    case .killDatabase:
      try await blocking { try cluster.kill() }
      return { try await blocking { try cluster.start() } }
    }
  }

  // MARK: The end

  /// The marker of each version of each screen. Expects that all nodes have the same.
  func finalVersions() async throws -> [String: [Int: String]] {
    let servers = servers
    var versions: [String: [Int: String]] = [:]
    for route in Self.routes {
      let history = try await servers[0].versions(of: route)
      let current = try await servers[0].get("/screens/" + route)
      for server in servers.dropFirst() {
        #expect(try await server.versions(of: route) == history)
        let same = try await server.get("/screens/" + route)
        #expect(same.body == current.body)
        #expect(same.value(of: "ETag") == current.value(of: "ETag"))
      }
      for number in history.compactMap({ $0["version"]?.numberValue?.intValue }) {
        let text = try await servers[0].get("/screens/\(route)?version=\(number)").text
        let items = try JSONParser.parse(text)["viewItems"]?.arrayValue
        versions[route, default: [:]][number] = items?.first?["viewObject"]?["text1"]?.stringValue ?? text
      }
      #expect(current.value(of: "Screen-Version") == versions[route]?.keys.max().map { "\($0)" })
    }
    return versions
  }
}

/// A connection of a client that takes no response for an answer.
private struct CurlConnection {
  private let session = try? CurlSession()

  /// The response; nil if there is none.
  func response(to request: CurlRequest) async -> CurlResponse? {
    try? await session?.response(to: request)
  }
}
