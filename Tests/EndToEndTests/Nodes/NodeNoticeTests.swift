import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// What a node says about faults of its database and of its data folder, and what it does meanwhile.
@Suite(.postgres) struct NodeNoticeTests {
  /// The fields `reason` of the lines of a log that contain a text.
  private static func reasons(in server: Server, of message: String) -> [String] {
    server.program.errors.split(separator: "\n").compactMap { line in
      guard line.contains(message) else { return nil }
      return (try? JSONParser.parse(String(line)))?["reason"]?.stringValue
    }
  }

  @Test func `a node without a copy serves what it loads from a newer database, and refuses writes`()
    async throws
  {
    try await Nodes.run { nodes in
      let cluster = try SharedCluster.shared()
      let database = try await SharedCluster.database()
      let store = cluster.connectionString(database: database)
      let old = try await nodes.start("old", on: store)
      #expect(try await old.publish("lines", ["one"]).status == 201)
      try await blocking {
        _ = try cluster.sql("UPDATE marquee_head SET compatible = 99", database: database)
      }
      let new = try await nodes.start("new", on: store)
      #expect(try await new.get("/screens").status == 200)
      try await new.expect("lines", shows: ["one"], version: 1)
      #expect(try await new.health()["status"] == "ok")
      let refused = try await new.publish("lines", ["two"])
      #expect(refused.problem == "store-unavailable", "\(refused.text)")
      #expect(refused.text.contains("newer Marquee"))
    }
  }

  @Test func `a node that has never had a copy does not say that it serves screens`() async throws {
    try await Nodes.run { nodes in
      let (proxy, store) = try Nodes.proxy(to: SharedCluster.shared())
      try proxy.set(.refuse)
      let node = try await nodes.start("a", on: store)
      #expect(node.program.errors.contains("this node has no copy of the screens yet"))
      #expect(!node.program.errors.contains("served from memory"))
    }
  }

  @Test func `a change that the database does not take is logged once and counted`() async throws {
    try await Nodes.run { nodes in
      let cluster = try SharedCluster.shared()
      let database = try await SharedCluster.database()
      let node = try await nodes.start(
        "a", on: cluster.connectionString(database: database), ["--log-format", "json"])
      #expect(try await node.publish("lines", ["one"]).status == 201)
      try await blocking {
        _ = try cluster.sql(
          "ALTER TABLE marquee_version ADD CONSTRAINT stopped CHECK (false) NOT VALID", database: database)
      }
      for line in ["two", "three"] {
        let refused = try await node.publish("lines", [line])
        #expect(refused.problem == "store-unavailable", "\(refused.text)")
      }
      #expect(try await node.metric("marquee_store_failed_writes_total") == 2)
      let message = "the store answers, and does not store a change"
      try await repeatRequests(until: "line of the log") { !Self.reasons(in: node, of: message).isEmpty }
      try await blocking {
        _ = try cluster.sql("ALTER TABLE marquee_version DROP CONSTRAINT stopped", database: database)
      }
      let stored = try await node.publish("lines", ["four"])
      #expect(stored.publishedVersion == 2, "\(stored.text)")
      let reasons = Self.reasons(in: node, of: message)
      #expect(reasons.count == 1 && reasons[0].contains("stopped"), "\(reasons)")
    }
  }

  @Test func `a node whose data folder is moved says so, and goes on following`() async throws {
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      let node = try await nodes.start("a", on: store, ["--log-format", "json"])
      let other = try await nodes.start("b", on: store)
      #expect(try await node.publish("lines", ["one"]).status == 201)
      let folder = try nodes.folder(of: "a")
      let (place, elsewhere) = (folder.path("data"), folder.path("moved"))
      try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
      let message = "the copy of the store could not be written"
      try await repeatRequests(until: "line of the log") { !Self.reasons(in: node, of: message).isEmpty }
      let second = try await other.publish("lines", ["two"])
      try await node.waitForRevision(try #require(second.revision))
      try await node.expect("lines", shows: ["two"], version: 2)
      try FileManager.default.moveItem(atPath: elsewhere, toPath: place)
      let reasons = Self.reasons(in: node, of: message)
      #expect(reasons.count == 1 && reasons[0].contains("moved or deleted"), "\(reasons)")
    }
  }

  @Test func `connections that the database has ended are replaced before they are used`() async throws {
    try await Nodes.run { nodes in
      let cluster = try SharedCluster.shared()
      let database = try await SharedCluster.database()
      try nodes.folder(of: "a").ship("home")
      let node = try await nodes.start("a", on: cluster.connectionString(database: database))
      let results = "/experiments/home-price-first/results"
      #expect(try await node.admin("GET", results).status == 200)
      #expect(try await node.publish("lines", ["one"]).status == 201)
      try await blocking {
        _ = try cluster.sql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """, database: database)
      }
      try await repeatRequests(until: "loss of the store") {
        try await node.metric("marquee_store_reconnects_total") ?? 0 >= 1
      }
      try await node.waitForStore()
      let answer = try await node.admin("GET", results)
      #expect(answer.status == 200, "\(answer.text)")
      let written = try await node.publish("lines", ["two"])
      #expect(written.status == 200, "\(written.text)")
    }
  }
}
