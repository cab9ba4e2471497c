import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Nodes whose database is replaced by its standby.
@Suite(.postgres, .serialized) struct NodeFailoverTests {
  private struct Scene {
    let nodes: Nodes
    let primary: PostgresCluster
    let standby: PostgresCluster
    /// The connection string with both servers.
    let store: String

    /// Kills the primary, and makes the standby the primary.
    func failOver() async throws {
      try await blocking { [primary, standby] in
        try primary.kill()
        try standby.promote()
      }
    }
  }

  private static func run(_ work: (Scene) async throws -> Void) async throws {
    let primary = try await SharedCluster.own()
    let standby = try await blocking { try primary.makeStandby() }
    let store = primary.connectionString(
      standbys: [standby], parameters: ["target_session_attrs": "read-write"])
    try await Nodes.run { nodes in
      try await work(Scene(nodes: nodes, primary: primary, standby: standby, store: store))
    }
  }

  /// Expects the same screen, history and revision on all nodes.
  private static func expectEqual(_ servers: [Server], _ lines: [String], version: Int) async throws {
    let revision = try #require(try await servers.revisions().max())
    for server in servers {
      try await server.waitForRevision(revision)
      #expect(try await server.revision() == revision)
      try await server.expect("lines", shows: lines, version: version)
      #expect(try await server.versions(of: "lines") == (try await servers[0].versions(of: "lines")))
    }
  }

  @Test func `nodes write to the standby after it was promoted`() async throws {
    try await Self.run { scene in
      let servers = try await scene.nodes.start(2, on: scene.store)
      #expect(try await servers[0].publish("lines", ["one"]).status == 201)
      try await blocking { try scene.standby.waitForChanges(of: scene.primary) }
      for server in servers { try await server.waitForRevision(try await servers[0].revision()) }
      try await scene.failOver()
      for (number, server) in servers.enumerated() {
        try await server.waitForStore()
        var answer = try await server.publish("lines", ["new-\(number)"])
        try await repeatRequests(until: "success") {
          if answer.status == 200 { return true }
          answer = try await server.publish("lines", ["new-\(number)"])
          return false
        }
        #expect(answer.publishedVersion == number + 2)
      }
      try await Self.expectEqual(servers, ["new-1"], version: 3)
      for server in servers { #expect(!server.program.errors.contains("another history")) }
    }
  }

  @Test func `nodes give up changes that the promoted standby does not have`() async throws {
    try await Self.run { scene in
      let servers = try await scene.nodes.start(2, on: scene.store)
      let first = try await servers[0].publish("lines", ["kept"])
      try await servers[1].waitForRevision(try #require(first.revision))
      try await blocking {
        try scene.standby.waitForChanges(of: scene.primary)
        // The walsender has the standby's name.
        try scene.primary.freeze(backendsOfApplicationNamePrefix: scene.standby.name)
      }
      let lost = try await servers[0].publish("lines", ["lost"])
      #expect(lost.publishedVersion == 2)
      #expect(try await servers[0].publish("gone", ["gone"]).status == 201)
      try await servers[1].waitForRevision(try #require(lost.revision) + 1)
      try await servers[1].expect("lines", shows: ["lost"], version: 2)
      try await scene.failOver()
      for server in servers {
        try await repeatRequests(until: "history of the standby") {
          try await server.get("/screens/lines").text == Lines.viewItems(["kept"])
        }
        let gone = try await server.get("/screens/gone")
        #expect(gone.status == 404, "\(gone.text)")
        // Readers see the history before the line is written.
        try await repeatRequests(until: "a line about the history") {
          server.program.errors.contains("the store has another history: everything was loaded again")
        }
      }
      try await Self.expectEqual(servers, ["kept"], version: 1)
      let answer = try await servers[1].publish("lines", ["new"])
      #expect(answer.publishedVersion == 2, "\(answer.text)")
      try await Self.expectEqual(servers, ["new"], version: 2)
    }
  }

  @Test func `a node whose last revision has become another change loads everything again`() async throws {
    try await Self.run { scene in
      let writer = try await scene.nodes.start("writer", on: scene.store)
      #expect(try await writer.publish("lines", ["kept"]).status == 201)
      try await blocking {
        try scene.standby.waitForChanges(of: scene.primary)
        try scene.primary.freeze(backendsOfApplicationNamePrefix: scene.standby.name)
      }
      let lost = try await writer.publish("lines", ["lost"])
      await scene.nodes.end(writer)
      try await scene.failOver()
      // Another node takes the same revision for another change before the first one comes back.
      let other = try await scene.nodes.start("other", on: scene.store)
      try await other.waitForStore()
      let new = try await other.publish("lines", ["new"])
      #expect(new.publishedVersion == 2)
      #expect(new.revision == lost.revision)
      let returned = try await scene.nodes.start("writer", on: scene.store)
      try await Self.expectEqual([other, returned], ["new"], version: 2)
      #expect(try await returned.get("/screens/lines?version=2").text == Lines.viewItems(["new"]))
    }
  }

  @Test func `nodes write again after the database was restarted`() async throws {
    let cluster = try await SharedCluster.own()
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: cluster.connectionString())
      #expect(try await servers[0].publish("lines", ["one"]).status == 201)
      try await blocking { try cluster.restart() }
      for server in servers { try await server.waitForStore() }
      var answer = try await servers[1].publish("lines", ["two"])
      try await repeatRequests(until: "success") {
        if answer.status == 200 { return true }
        answer = try await servers[1].publish("lines", ["two"])
        return false
      }
      try await Self.expectEqual(servers, ["two"], version: 2)
    }
  }
}
