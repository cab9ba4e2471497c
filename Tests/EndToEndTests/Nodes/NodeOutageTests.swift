import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Nodes without their database: reads go on, writes are refused, and nothing is lost.
@Suite(.postgres, .serialized) struct NodeOutageTests {
  private static let experiment = "/experiments/home-price-first"
  /// How long a node may take to notice that the database is gone.
  private static let noticeLimit = Duration.seconds(6)
  /// How long a write or a question to the database may take, whatever happens.
  private static let writeLimit = Duration.seconds(10)

  /// A database that a test may break, a node `a` that reaches it through a proxy, and a node `b` that does so
  /// directly.
  private struct Scene {
    let cluster: PostgresCluster
    let proxy: FaultProxy
    let a: Server
    let b: Server
  }

  /// Runs a test with two nodes that have the screens `home`, and `lines` in its first version.
  /// - Parameter breaksCluster: whether the test stops servers of the cluster. The network is its own in any case.
  private static func run(breaksCluster: Bool, _ work: (Scene) async throws -> Void) async throws {
    try await Nodes.run { nodes in
      let cluster = try breaksCluster ? await SharedCluster.own() : SharedCluster.shared()
      let database = try await SharedCluster.database(of: cluster)
      let (proxy, store) = try Nodes.proxy(to: cluster, database: database)
      for name in ["a", "b"] { try nodes.folder(of: name).ship("home") }
      let a = try await nodes.start("a", on: store, ["--log-format", "json"])
      let b = try await nodes.start("b", on: cluster.connectionString(database: database))
      let first = try await a.publish("lines", ["one"])
      try await b.waitForRevision(try #require(first.revision))
      try await work(Scene(cluster: cluster, proxy: proxy, a: a, b: b))
    }
  }

  // MARK: Exposures

  /// Requests a screen for some users.
  /// - Returns: the users who were shown a variant.
  private static func show(_ users: Range<Int>, on server: Server) async throws -> Set<String> {
    var shown: Set<String> = []
    for user in users {
      let answer = try await server.get("/screens/home?user=u\(user)")
      #expect(answer.status == 200)
      if answer.value(of: "Screen-Variant") != nil { shown.insert("u\(user)") }
    }
    return shown
  }

  /// The units of the exposures that a node knows, sorted; nil if it can't tell.
  private static func units(on server: Server) async throws -> [String]? {
    let answer = try await server.admin("GET", experiment + "/exposures")
    guard answer.status == 200 else { return nil }
    return try answer.text.split(separator: "\n").map {
      try #require(try JSONParser.parse(String($0))["unit"]?.stringValue)
    }.sorted()
  }

  // MARK: Tests

  @Test(arguments: Outage.allCases)
  func `reads go on, writes are refused, and exposures are counted once`(_ outage: Outage) async throws {
    try await Self.run(breaksCluster: !outage.isOfOneNode) { scene in
      let (a, b) = (scene.a, scene.b)
      var shown = try await Self.show(0..<10, on: a).union(try await Self.show(5..<15, on: b))
      // Its connection for exposures is open when the database goes.
      #expect(try await Self.units(on: a) != nil)
      try await Reads.goOn(on: [a, b]) {
        try await outage.begin(scene.cluster, scene.proxy)
        // The node does not know yet.
        try await Self.expectRefusedResults(on: a)
        try await Self.expectRefusedPublication(on: a)
        try await a.waitForStore(isAvailable: false, within: Self.noticeLimit)
        if !outage.isOfOneNode { try await b.waitForStore(isAvailable: false, within: Self.noticeLimit) }
        #expect(try await a.health()["status"] == "ok")
        #expect(try await a.metric("marquee_store_up") == 0)
        try await Self.expectRefusedWrites(on: a)
        try await Self.expectRefusedResults(on: a)
        shown.formUnion(try await Self.show(20..<40, on: a))
        shown.formUnion(try await Self.show(30..<50, on: b))
        let stale = try #require(try await a.health()["staleFor"]?.numberValue?.doubleValue)
        #expect(stale > 0)
        if outage.isOfOneNode {
          let second = try await b.publish("lines", ["two"])
          #expect(second.publishedVersion == 2, "\(second.text)")
          try await a.expect("lines", shows: ["one"], version: 1)
        }
        try await outage.end(scene.cluster, scene.proxy)
        try await a.waitForStore()
        try await b.waitForStore()
      }
      if outage.isOfOneNode {
        try await repeatRequests(until: "publication of the other node") {
          try await a.get("/screens/lines").value(of: "Screen-Version") == "2"
        }
      }
      // Nobody asks node a, and it sends what it has kept.
      try await repeatRequests(until: "exposure of the other node") {
        try await Self.units(on: b)?.count ?? 0 >= shown.count
      }
      #expect(try await Self.units(on: b) == shown.sorted())
      #expect(try await Self.units(on: a) == shown.sorted())
      let results = try JSONParser.parse(try await b.admin("GET", Self.experiment + "/results").text)
      #expect(results["units"]?.numberValue?.intValue == shown.count)
      #expect(results["dropped"] == 0)
      // The first write happens once when it is sent again.
      let retried = try await a.publish("retried", ["one"], key: "the-write")
      #expect(retried.status == 201 && retried.publishedVersion == 1, "\(retried.text)")
      #expect(try await a.versions(of: "retried").count == 1)
      let third = try await a.publish("lines", ["three"])
      #expect(third.status == 200, "\(third.text)")
      #expect(try await a.metric("marquee_store_reconnects_total") ?? 0 >= 1)
      let log = a.program.errors
      #expect(log.contains("the store is unavailable: screens are served from memory, writes are refused"))
      #expect(log.contains("the store is available again"))
    }
  }

  /// Expects that the first write of an outage is refused in time.
  private static func expectRefusedPublication(on server: Server) async throws {
    let start = ContinuousClock.now
    let refused = try await server.publish("retried", ["one"], key: "the-write")
    #expect(ContinuousClock.now - start < writeLimit)
    #expect(refused.status == 503, "\(refused.text)")
    #expect(["store-unavailable", "outcome-unknown"].contains(refused.problem), "\(refused.text)")
    #expect(refused.value(of: "Retry-After") != nil)
  }

  /// Sends a write of each kind to a node that knows that its database is gone.
  private static func expectRefusedWrites(on server: Server) async throws {
    let writes: [(String, String, String?)] = [
      ("PUT", "/screens/lines", Lines.definition(["refused"])),
      // It changes nothing that this node knows. Another node may have published since.
      ("PUT", "/screens/lines", Lines.definition(["one"])),
      ("PUT", "/screens/lines/order", #"["one"]"#),
      ("DELETE", "/screens/lines", nil),
      ("POST", "/screens/lines/rollback", #"{"version":1}"#),
      ("PUT", "/screens/other", Lines.definition(["refused"])),
      ("PUT", "/screens/lines/draft", Lines.definition(["refused"])),
      ("PUT", "/view-types/REFUSED", #"{"type":"object"}"#),
      ("PUT", "/releases/ios/9.9", #"{"viewTypes":["ONE_LINE_TEXT"]}"#),
      ("PUT", "/tokens/refused", #"{"scope":"publish"}"#),
      ("PATCH", experiment, #"{"coverage":0.5}"#),
    ]
    for (method, path, body) in writes {
      for key in [nil, UUID().uuidString] {
        let start = ContinuousClock.now
        let answer = try await server.write(method, path, body: body, key: key)
        #expect(ContinuousClock.now - start < writeLimit)
        // What changes nothing needs no database, unless it is to be remembered.
        if path.hasSuffix("/order") || path.hasSuffix("/rollback"), key == nil, answer.status == 200 {
          continue
        }
        #expect(answer.status == 503, "\(method) \(path): \(answer.text)")
        #expect(answer.problem == "store-unavailable", "\(method) \(path): \(answer.text)")
        #expect(answer.value(of: "Retry-After").flatMap { Int($0) } ?? 0 > 0)
      }
    }
  }

  /// Asks for what only the database knows: the answer comes long before a slow query would be given up.
  private static func expectRefusedResults(on server: Server) async throws {
    let start = ContinuousClock.now
    let answer = try await server.admin("GET", experiment + "/results")
    #expect(ContinuousClock.now - start < writeLimit)
    #expect(answer.status == 503 && answer.problem == "store-unavailable", "\(answer.text)")
  }

  @Test func `a node gives up connections whose server has stopped, and opens others`() async throws {
    try await Self.run(breaksCluster: true) { scene in
      let frozen = try await blocking {
        try scene.cluster.freeze(backendsOfApplicationNamePrefix: "marquee/a")
      }
      #expect(frozen > 0)
      try await Reads.goOn(on: [scene.a]) {
        try await repeatRequests(until: "notice of the frozen connections", within: Self.noticeLimit) {
          try await scene.a.metric("marquee_store_reconnects_total") ?? 0 >= 1
        }
        try await scene.a.waitForStore()
        var answer = try await scene.a.publish("lines", ["two"])
        try await repeatRequests(until: "success") {
          if answer.status == 200 { return true }
          answer = try await scene.a.publish("lines", ["two"])
          return false
        }
        let revision = try #require(answer.revision)
        try await scene.b.waitForRevision(revision)
      }
      try await blocking { try scene.cluster.thaw() }
      // What the frozen backends still do changes nothing.
      let answer = try await scene.b.publish("lines", ["three"])
      #expect(answer.publishedVersion == 3, "\(answer.text)")
    }
  }

  @Test func `a slow database delays no reads, and a listener hears after an outage what it missed`()
    async throws
  {
    try await Self.run(breaksCluster: false) { scene in
      try scene.proxy.set(.delay(milliseconds: 100))
      try await Reads.goOn(on: [scene.a]) {
        let answer = try await scene.a.publish("lines", ["two"])
        #expect(answer.status == 200, "\(answer.text)")
        let other = try await scene.b.publish("lines", ["three"])
        try await scene.a.waitForRevision(try #require(other.revision))
        #expect(try await scene.a.isStoreAvailable())
      }
      try scene.proxy.set(.pass)
      try await scene.a.waitForStore()

      let path = "/screens/lines/events"
      let isListening = Flag()
      let heard = Task {
        try await scene.a.firstEvents(of: path, until: "id: 4\n") {
          if $0.contains("id: 3\n") { isListening.set() }
        }
      }
      try await repeatRequests(until: "event of the current version") { isListening.isSet }
      try scene.proxy.set(.refuse)
      try await scene.a.waitForStore(isAvailable: false, within: Self.noticeLimit)
      #expect(try await scene.b.publish("lines", ["four"]).status == 200)
      try scene.proxy.set(.pass)
      #expect(try await heard.value.contains("id: 3\n"))
    }
  }
}
