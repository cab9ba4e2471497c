import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Scheduled drafts on several nodes.
@Suite(.postgres, .serialized) struct NodeScheduleTests {
  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  /// Schedules a draft of each screen, and expects that each is published once.
  /// - Parameters:
  ///   - name: the folder of the screens.
  ///   - count: the number of nodes that schedule; nil for all.
  ///   - end: called when all are scheduled; returns the nodes that go on.
  private static func expectPublications(
    _ servers: [Server], of name: String, scheduledBy count: Int? = nil,
    after end: ([Server]) async throws -> [Server] = { $0 }
  ) async throws {
    let routes = (1...4).map { "\(name)/lines-\($0)" }
    let writers = servers.prefix(count ?? servers.count)
    let first = try #require(try await servers.revisions().max())
    for (number, route) in routes.enumerated() {
      let writer = writers[number % writers.count]
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
    let marker = try await left[0].publish("\(name)/end", ["end"])
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

  @Test func `a scheduled draft is published once, whichever nodes run when it is due`() async throws {
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      let servers = try await nodes.start(3, on: store)
      try await Self.expectPublications(servers, of: "all")
      // All drafts are scheduled by nodes that end before.
      try await Self.expectPublications(servers, of: "one", scheduledBy: 2) { servers in
        for server in servers.prefix(2) { await nodes.end(server, by: SIGKILL) }
        return [servers[2]]
      }
      try await Self.expectPublications([servers[2]], of: "none") { servers in
        await nodes.end(servers[0], by: SIGKILL)
        return try await nodes.start(3, on: store)
      }
    }
  }
}
