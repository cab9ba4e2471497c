import CurlClient
import Foundation
import JSONText
import PostgresCluster
import Testing

/// Scheduled drafts on several nodes.
@Suite(.postgres, .serialized) struct NodeScheduleTests {
  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  /// Schedules a draft of each screen, and expects that each is published once.
  /// - Parameter end: called when all are scheduled; returns the nodes that go on.
  private static func expectPublications(
    _ servers: [Server], after end: ([Server]) async throws -> [Server] = { $0 }
  ) async throws {
    let routes = (1...4).map { "lines-\($0)" }
    let first = try #require(try await servers.revisions().max())
    for (number, route) in routes.enumerated() {
      let writer = servers[number % servers.count]
      #expect(try await writer.publish(route, ["now"]).status == 201)
      #expect(
        try await writer.write("PUT", "/screens/\(route)/draft", body: Lines.definition(["soon"])).status
          == 201)
      let scheduled = try await writer.write("POST", "/screens/\(route)/publish", body: time(2))
      #expect(scheduled.status == 202, "\(scheduled.text)")
    }
    let left = try await end(servers)
    for route in routes {
      for server in left {
        try await repeatRequests(until: "scheduled version of \(route)") {
          try await server.get("/screens/\(route)").text == Lines.viewItems(["soon"])
        }
      }
    }
    // A first version, a draft, its schedule, its publication, and nothing else.
    let last = first + 4 * routes.count + 1
    let marker = try await left[0].publish("end", ["end"])
    #expect(marker.revision == last)
    for server in left {
      try await server.waitForRevision(last)
      let audit = try JSONParser.parse(try await server.admin("GET", "/audit?limit=1000").text)
      let entries = try #require(audit["entries"]?.arrayValue)
      for route in routes {
        let versions = try await server.versions(of: route)
        #expect(versions.count == 2, "\(route)")
        #expect(versions.first?["via"] == "schedule")
        let published = entries.filter { $0["subject"] == .string(route) && $0["version"] == 2 }
        #expect(published.count == 1, "\(route): \(published)")
        #expect(!entries.contains { $0["action"] == "fail-schedule" })
        #expect(try await server.admin("GET", "/screens/\(route)/draft").status == 404)
      }
    }
  }

  @Test func `a scheduled draft is published once by three nodes`() async throws {
    try await Nodes.run { nodes in
      try await Self.expectPublications(try await nodes.start(3, on: try await SharedCluster.store()))
    }
  }

  @Test func `a draft is published although the node that scheduled it was killed`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(3, on: try await SharedCluster.store())
      // All drafts are scheduled by the first two.
      try await Self.expectPublications(servers) { servers in
        for server in servers.prefix(2) { await nodes.end(server, by: SIGKILL) }
        return [servers[2]]
      }
    }
  }

  @Test func `a draft that became due while no node ran is published once`() async throws {
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      let servers = try await nodes.start(3, on: store)
      try await Self.expectPublications(servers) { servers in
        for server in servers { await nodes.end(server, by: SIGKILL) }
        return try await nodes.start(3, on: store)
      }
    }
  }
}
