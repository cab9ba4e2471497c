import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Nodes that start while their database is away, or different from what they know.
@Suite(.postgres) struct NodeStartTests {
  @Test func `a node starts from its copy, and catches up when the database is there`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared(), database: database)
      try nodes.folder(of: "a").ship("home")
      let first = try await nodes.start("a", on: store)
      let other = try await nodes.start("b", on: SharedCluster.shared().connectionString(database: database))
      #expect(try await first.publish("lines", ["one"]).status == 201)
      let made = try await first.write("PUT", "/tokens/ann", body: #"{"scope":"publish"}"#)
      let token = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      let home = try await first.get("/screens/home?user=7")
      await nodes.end(first)
      for mode in [FaultProxy.Mode.refuse, .blackHole] {
        try proxy.set(mode)
        let node = try await nodes.start("a", on: store)
        try await Reads.goOn(on: [node]) {
          #expect(try await !node.isStoreAvailable())
          try await node.expect("lines", shows: ["one"], version: 1)
          let again = try await node.get("/screens/home?user=7")
          #expect(again.body == home.body)
          #expect(again.value(of: "ETag") == home.value(of: "ETag"))
          let refused = try await node.write(
            "PUT", "/screens/lines", body: Lines.definition(["two"]), token: token)
          #expect(refused.problem == "store-unavailable", "\(refused.text)")
        }
        // Killed: the copy is whole at any moment.
        await nodes.end(node, by: SIGKILL)
      }
      // A node that starts without the database says how old its copy is.
      let mark = try nodes.folder(of: "a").path("data/replica.current")
      let hourAgo = Date(timeIntervalSinceNow: -3600)
      try FileManager.default.setAttributes([.modificationDate: hourAgo], ofItemAtPath: mark)
      try proxy.set(.refuse)
      let stale = try await nodes.start("a", on: store)
      let seconds = try #require(try await stale.health()["staleFor"]?.numberValue?.doubleValue)
      #expect((3600..<3700).contains(seconds))
      try proxy.set(.pass)
      try await repeatRequests(until: "nothing is stale") {
        try await stale.health()["staleFor"]?.numberValue?.doubleValue == 0
      }
      await nodes.end(stale)
      try proxy.set(.blackHole)
      let node = try await nodes.start("a", on: store)
      #expect(try await other.publish("lines", ["two"]).status == 200)
      try proxy.set(.pass)
      try await node.waitForStore()
      try await repeatRequests(until: "newer version") {
        try await node.get("/screens/lines").value(of: "Screen-Version") == "2"
      }
      let answer = try await node.publish("lines", ["three"])
      #expect(answer.publishedVersion == 3, "\(answer.text)")
    }
  }

  @Test func `a node on the database of another installation serves its copy, and mixes nothing`()
    async throws
  {
    try await Nodes.run { nodes in
      let cluster = try SharedCluster.shared()
      let (one, two) = (try await SharedCluster.database(), try await SharedCluster.database())
      try nodes.folder(of: "a").ship("home")
      let first = try await nodes.start("a", on: cluster.connectionString(database: one))
      #expect(try await first.publish("lines", ["one"]).status == 201)
      await nodes.end(first)
      let other = try await nodes.start("b", on: cluster.connectionString(database: two))
      #expect(try await other.publish("lines", ["other"]).status == 201)

      let lost = try await nodes.start("a", on: cluster.connectionString(database: two))
      try await repeatRequests(until: "notice of the other installation") {
        lost.program.errors.contains("belongs to another installation")
      }
      #expect(try await !lost.isStoreAvailable())
      for user in 0..<20 { #expect(try await lost.get("/screens/home?user=u\(user)").status == 200) }
      try await lost.expect("lines", shows: ["one"], version: 1)
      let refused = try await lost.publish("lines", ["two"])
      #expect(refused.problem == "store-unavailable", "\(refused.text)")
      #expect(refused.text.contains("another installation"), "\(refused.text)")
      let audit =
        try JSONParser.parse(try await lost.admin("GET", "/audit").text)["entries"]?.arrayValue ?? []
      let published = audit.filter { $0["action"] == "publish" && $0["subject"] == "lines" }
      #expect(published.count == 1)
      let results = try await lost.admin("GET", "/experiments/home-price-first/results")
      #expect(results.problem == "store-unavailable", "\(results.text)")
      await nodes.end(lost)
      let exposures = try await blocking {
        try cluster.sql("SELECT count(*) FROM marquee_exposure", database: two)
      }
      #expect(exposures == "0")

      // The right database: everything goes on.
      let back = try await nodes.start("a", on: cluster.connectionString(database: one))
      try await back.waitForStore()
      #expect(try await back.publish("lines", ["two"]).publishedVersion == 2)
      try await repeatRequests(until: "exposures that have waited") {
        try await blocking { try cluster.sql("SELECT count(*) > 0 FROM marquee_exposure", database: one) }
          == "t"
      }
    }
  }

  @Test(arguments: [FaultProxy.Mode.refuse, .blackHole])
  func `a node without a copy is not ready until the database comes`(_ mode: FaultProxy.Mode) async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared(), database: database)
      try proxy.set(mode)
      try nodes.folder(of: "a").write(Lines.definition(["file"]), to: "screens/lines.json")
      let node = try await nodes.start("a", on: store)
      let health = try await node.get("/health")
      #expect(health.status == 503)
      #expect(health.problem == "not-ready", "\(health.text)")
      for path in ["/screens", "/screens/lines", "/view-types"] {
        let answer = try await node.get(path)
        #expect(answer.status == 503, "\(path)")
        #expect(answer.problem == "not-ready", "\(path): \(answer.text)")
      }
      #expect(try await node.publish("lines", ["early"]).status == 503)
      #expect(try await node.metric("marquee_store_up") == 0)
      try proxy.set(.pass)
      try await repeatRequests(until: "readiness") { try await node.get("/health").status == 200 }
      try await repeatRequests(until: "screen of the folder") {
        try await node.get("/screens/lines").text == Lines.viewItems(["file"])
      }
      #expect(try await node.isStoreAvailable())
      let answer = try await node.publish("lines", ["later"])
      #expect(answer.publishedVersion == 2, "\(answer.text)")
    }
  }

  @Test(arguments: [FaultProxy.Mode.refuse, .blackHole])
  func `a node that must have the database ends with one line`(_ mode: FaultProxy.Mode) async throws {
    let folder = try ScreensFolder()
    let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared())
    try proxy.set(mode)
    let outcome = try await Program.run(
      ["serve", "--port", "0", "--data", "data", "--store", store, "--require-store"], in: folder)
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("marquee: ") }
    #expect(lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.contains("the store cannot be used: ") == true, "\(outcome.errors)")
    #expect(!outcome.output.contains("listening"))
  }

  @Test(arguments: [FaultProxy.Mode.refuse, .blackHole])
  func `a node that waits for its database ends when it is told to`(_ mode: FaultProxy.Mode) async throws {
    let folder = try ScreensFolder()
    let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared())
    try proxy.set(mode)
    let node = try await Server.start(in: folder, ["--store", store])
    #expect(try await node.get("/health").status == 503)
    let start = ContinuousClock.now
    let outcome = await node.program.end(SIGTERM)
    #expect(outcome.status == 0)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `three nodes that start at once on an empty database agree`() async throws {
    try await Nodes.run { nodes in
      for number in 1...3 {
        try nodes.folder(of: "node-\(number)").ship("home")
        try nodes.folder(of: "node-\(number)").ship("menu")
      }
      let servers = try await nodes.start(3, on: try await SharedCluster.store())
      let revisions = try await servers.revisions()
      for server in servers { try await server.waitForRevision(try #require(revisions.max())) }
      for server in servers {
        // The folders are the same, so they are imported once.
        #expect(try await server.versions(of: "home").count == 1)
        #expect(
          try await server.get("/screens/home").body == (try await servers[0].get("/screens/home").body))
      }
    }
  }

  @Test func `a node serves and refuses writes while the database has a newer schema`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let cluster = try SharedCluster.shared()
      let store = cluster.connectionString(database: database)
      let node = try await nodes.start("a", on: store)
      #expect(try await node.publish("lines", ["one"]).status == 201)
      let old = try await blocking {
        let row = try cluster.sql("SELECT schema, compatible FROM marquee_head", database: database)
        try cluster.sql("UPDATE marquee_head SET schema = 99, compatible = 99", database: database)
        return row.split(separator: "|")
      }
      try await node.waitForStore(isAvailable: false)
      // A write tells why, even when the node notices it first.
      let refused = try await node.publish("lines", ["two"])
      #expect(refused.status == 503)
      #expect(refused.text.contains("newer Marquee"), "\(refused.text)")
      try await node.expect("lines", shows: ["one"], version: 1)
      #expect(node.program.errors.contains("the store was written by a newer Marquee"))
      // A node that starts now serves its copy, and one without a copy serves what it loads.
      await nodes.end(node)
      let restarted = try await nodes.start("a", on: store)
      try await restarted.expect("lines", shows: ["one"], version: 1)
      #expect(try await restarted.publish("lines", ["two"]).status == 503)
      let empty = try await nodes.start("b", on: store)
      try await empty.expect("lines", shows: ["one"], version: 1)
      #expect(try await empty.publish("lines", ["two"]).status == 503)
      try await blocking {
        _ = try cluster.sql(
          "UPDATE marquee_head SET schema = \(old[0]), compatible = \(old[1])", database: database)
      }
      for server in [restarted, empty] { try await server.waitForStore() }
      let answer = try await restarted.publish("lines", ["two"])
      #expect(answer.publishedVersion == 2, "\(answer.text)")
      try await empty.waitForRevision(try #require(answer.revision))
      try await empty.expect("lines", shows: ["two"], version: 2)
    }
  }

  @Test func `a write is refused right after another program has changed the schema`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let cluster = try SharedCluster.shared()
      let node = try await nodes.start("a", on: cluster.connectionString(database: database))
      try await blocking {
        _ = try cluster.sql("UPDATE marquee_head SET schema = 99, compatible = 99", database: database)
      }
      // Before the node has looked.
      let refused = try await node.publish("lines", ["one"])
      #expect(refused.status == 503, "\(refused.text)")
      let count = try await blocking {
        try cluster.sql("SELECT count(*) FROM marquee_version WHERE route = 'lines'", database: database)
      }
      #expect(count == "0")
    }
  }
}

extension [Server] {
  /// The revision of each node.
  func revisions() async throws -> [Int] {
    var revisions: [Int] = []
    for server in self { revisions.append(try await server.revision()) }
    return revisions
  }
}
