import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Scheduled drafts on several nodes.
@Suite(.postgres, .serialized) struct NodeScheduleTests {
  /// Schedules a draft of each screen, and expects that each is published once.
  /// - Parameters:
  ///   - name: the folder of the screens.
  ///   - count: the number of nodes that schedule; nil for all.
  ///   - end: called when all are scheduled; returns the nodes that go on.
  private static func expectPublications(
    _ servers: [Server], of name: String, scheduledBy count: Int? = nil,
    after end: ([Server]) async throws -> [Server] = { $0 }
  ) async throws {
    let writers = servers.prefix(count ?? servers.count)
    let first = try #require(try await servers.revisions().max())
    var routes: [String] = []
    // The revisions of attempts that were too late: a first version, a draft and its publication.
    var others = 0
    for number in 0..<4 {
      let writer = writers[number % writers.count]
      let route = try await Server.scheduleAhead(by: 2) { attempt, lead -> String? in
        let route = "\(name)/lines-\(number)-\(attempt)"
        #expect(try await writer.publish(route, ["now"]).status == 201)
        let draft = try await writer.write(
          "PUT", "/screens/\(route)/draft", body: Lines.definition(["soon"]))
        #expect(draft.status == 201)
        let scheduled = try await writer.write(
          "POST", "/screens/\(route)/publish", body: Server.time(in: lead))
        if scheduled.status == 200 {
          others += 3
          return nil
        }
        #expect(scheduled.status == 202, "\(scheduled.text)")
        return route
      }
      routes.append(route)
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
    let last = first + 4 * routes.count + others + 1
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
