import CurlClient
import Eventually
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import RawClient
import Synchronization
import TestFolders
import Testing

/// The nodes of a test: servers that share a database. A node that is started again under its name has its data folder
/// as before.
final class Nodes: Sendable {
  private struct State {
    var folders: [String: ScreensFolder] = [:]
    var servers: [(name: String, server: Server)] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Runs a test. The nodes that still run must exit with 0 afterwards.
  static func run(_ work: (Nodes) async throws -> Void) async throws {
    let nodes = Nodes()
    do {
      try await work(nodes)
    } catch {
      for (name, server) in nodes.running {
        let outcome = await server.program.end(SIGKILL)
        print("log of the node \(name):\n\(outcome.errors.suffix(3_000))")
      }
      throw error
    }
    for (name, server) in nodes.running {
      let outcome = await server.program.end(SIGTERM)
      #expect(outcome.status == 0, "the node \(name): \(outcome.errors.suffix(3_000))")
    }
  }

  /// Starts a node, and waits until it listens.
  /// - Parameter executable: the file of the program; nil for the built one.
  func start(
    _ name: String, on store: String, _ options: [String] = [], executable: URL? = nil
  ) async throws -> Server {
    let server = try await Server.start(
      in: folder(of: name), ["--admin-token", Server.token, "--node", name, "--store", store] + options,
      executable: executable)
    state.withLock { $0.servers.append((name, server)) }
    return server
  }

  /// Starts several nodes at once, named `node-1` and so on.
  func start(_ count: Int, on store: String) async throws -> [Server] {
    try await withThrowingTaskGroup(of: (Int, Server).self) { group in
      for number in 1...count {
        group.addTask { (number, try await self.start("node-\(number)", on: store)) }
      }
      let servers = try await group.reduce(into: [Int: Server]()) { $0[$1.0] = $1.1 }
      return servers.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Ends a node.
  @discardableResult
  func end(_ server: Server, by signal: Int32 = SIGTERM) async -> Program.Outcome {
    state.withLock { state in
      state.servers.removeAll { $0.server.program.processID == server.program.processID }
    }
    return await server.program.end(signal)
  }

  /// The folder of a node.
  func folder(of name: String) throws -> ScreensFolder {
    try state.withLock { state in
      if let folder = state.folders[name] { return folder }
      let folder = try ScreensFolder()
      state.folders[name] = folder
      return folder
    }
  }

  private var running: [(name: String, server: Server)] { state.withLock { $0.servers } }

  /// A proxy in front of a cluster, and a connection string that leads through it.
  static func proxy(
    to cluster: PostgresCluster, database: String = PostgresCluster.database
  ) throws -> (proxy: FaultProxy, store: String) {
    let proxy = try FaultProxy(to: UInt16(cluster.port))
    // The proxy reads the messages, which it could not if they were encrypted.
    let parameters = ["gssencmode": "disable", "sslmode": "disable"]
    let direct = cluster.connectionString(database: database, parameters: parameters)
    return (proxy, direct.replacing(":\(cluster.port)/", with: ":\(proxy.port)/"))
  }
}

/// Repeats until a condition holds.
/// - Throws: ``Program/Failure`` when the time is over.
func repeatRequests(
  until what: String, within limit: Duration = .seconds(300), _ condition: () async throws -> Bool
) async throws {
  guard try await eventuallyHolds(within: limit, condition) else {
    throw Program.Failure(description: "no \(what) came within \(limit)")
  }
}

extension Server {
  /// Sends one request on a connection of its own.
  func send(
    _ method: String, _ path: String, body: String? = nil, fields: [CurlField] = [],
    timeout: Duration = .seconds(300)
  ) async throws -> CurlResponse {
    try await CurlSession().response(
      to: CurlRequest(method, url + path, fields: fields, body: body.map { Array($0.utf8) }, timeout: timeout)
    )
  }

  /// Sends a write to the admin API.
  /// - Parameter key: the `Idempotency-Key`.
  func write(
    _ method: String, _ path: String, body: String? = nil, key: String? = nil, token: String = token
  ) async throws -> CurlResponse {
    let fields =
      [CurlField("Authorization", "Bearer \(token)"), CurlField("Content-Type", "application/json")]
      + (key.map { [CurlField("Idempotency-Key", $0)] } ?? [])
    return try await send(method, "/admin" + path, body: body, fields: fields)
  }

  /// Publishes a screen of lines.
  func publish(_ route: String, _ lines: [String], key: String? = nil) async throws -> CurlResponse {
    try await write("PUT", "/screens/\(route)", body: Lines.definition(lines), key: key)
  }

  /// The JSON of `GET /health`, of any status.
  func health() async throws -> JSONValue { try JSONParser.parse(try await send("GET", "/health").text) }

  func isStoreAvailable() async throws -> Bool { try await health()["store"] == "available" }

  /// The last revision that the node has seen.
  func revision() async throws -> Int {
    try #require(try await health()["revision"]?.numberValue?.intValue)
  }

  /// Waits until the node has seen a revision.
  func waitForRevision(_ revision: Int, within limit: Duration = .seconds(300)) async throws {
    try await repeatRequests(until: "revision \(revision)", within: limit) {
      try await self.revision() >= revision
    }
  }

  /// Waits until the node says whether it reaches its store.
  func waitForStore(isAvailable: Bool = true, within limit: Duration = .seconds(300)) async throws {
    try await repeatRequests(until: isAvailable ? "end of the outage" : "notice of the outage", within: limit)
    {
      try await isStoreAvailable() == isAvailable
    }
  }

  /// The versions of a screen, newest first.
  func versions(of route: String) async throws -> [JSONValue] {
    let answer = try await admin("GET", "/screens/\(route)/versions?limit=1000")
    if answer.status == 404 { return [] }
    return try #require(try JSONParser.parse(answer.text)["versions"]?.arrayValue, "\(answer.text)")
  }

  /// The value of a metric without labels.
  func metric(_ name: String) async throws -> Double? {
    let lines = try await get("/metrics").text.split(separator: "\n")
    return lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
  }
}

extension CurlResponse {
  /// The revision of a write.
  var revision: Int? { value(of: "Marquee-Revision").flatMap { Int($0) } }

  /// The last part of the problem's type.
  var problem: String? {
    (try? JSONParser.parse(text))?["type"]?.stringValue?.split(separator: "/").last.map(String.init)
  }

  /// The number in the body of a publication.
  var publishedVersion: Int? { (try? JSONParser.parse(text))?["version"]?.numberValue?.intValue }
}

extension Server {
  /// Listens to events until a text has arrived, on one connection.
  /// - Parameter didReceive: called with all events so far, whenever some have arrived.
  func firstEvents(
    of path: String, until text: String, didReceive: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> String {
    let port = try #require(Int(port))
    return try await blocking {
      guard let client = TestClient(port: port) else { throw Program.Failure(description: "no connection") }
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      while true {
        guard client.receive() else { throw Program.Failure(description: "no \(text) came") }
        let events = String(decoding: client.received, as: UTF8.self)
        didReceive(events)
        if events.contains(text) { return events }
      }
    }
  }
}
