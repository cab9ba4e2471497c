import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Rollouts on several nodes.
@Suite(.postgres) struct NodeRolloutTests {
  @Test func `every node serves a unit the same version, and one of them decides`() async throws {
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      var servers: [Server] = []
      for name in ["a", "b"] {
        servers.append(try await nodes.start(name, on: store, ["--trust-proxy", "127.0.0.1/32"]))
      }
      _ = try await servers[0].publish("home", ["old"])
      let put = try await servers[1].publish("home", ["new"], query: "guard=50,100")
      let id = try Server.rollout(of: put)
      let revision = try #require(put.revision)
      for server in servers { try await server.waitForRevision(revision) }
      // From enough networks, so that the guard does not leave the decision to a person.
      for network in 1...25 {
        let served = try await servers[0].served("home", "?user=healthy-\(network)")
        _ = try await servers[0].report(try #require(served.report), ["drawn"], network: network)
      }
      var reported = 0
      for user in 0..<200 where reported < 60 {
        let both = [
          try await servers[0].served("home", "?user=unit-\(user)"),
          try await servers[1].served("home", "?user=unit-\(user)"),
        ]
        guard both.allSatisfy({ $0.report != nil }) else { break }
        #expect(both[0].version == both[1].version && both[0].text == both[1].text)
        guard both[0].version == 2 else { continue }
        reported += 1
        // Both nodes receive a report of the same unit, which counts once.
        for (server, served) in zip(servers, both) {
          guard let token = served.report else { continue }
          _ = try await server.report(token, ["content-failed"], network: reported)
        }
      }
      for server in servers {
        try await repeatRequests(until: "rollback") {
          try await server.served("home").version == 3
        }
      }
      let versions = try await servers[0].versions(of: "home")
      #expect(versions.count == 3)
      #expect(versions.first?["via"] == "guard")
      for server in servers {
        let rollout = try await server.rollout(id)
        #expect(rollout["state"] == "rolled-back")
        #expect(rollout["decisions"]?.arrayValue?.count == 2)
        let event = rollout["events"]?.arrayValue?.first { $0["name"] == "content-failed" }
        #expect(event?["new"]?.numberValue?.intValue ?? .max <= reported)
        #expect(event?["old"] == 0)
      }
    }
  }

  @Test func `a scheduled rollout is started once, by the nodes that run then`() async throws {
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      let servers = try await nodes.start(3, on: store)
      let number = try await Server.scheduleAhead(by: 4) { number, lead -> Int? in
        let path = "/screens/home-\(number)"
        _ = try await servers[0].publish("home-\(number)", ["old"])
        _ = try await servers[0].write("PUT", path + "/draft", body: Lines.definition(["new"]))
        let scheduled = try await servers[0].write(
          "POST", path + "/publish?guard=30,100", body: Server.time(in: lead))
        if scheduled.status == 200 { return nil }
        #expect(scheduled.status == 202, "\(scheduled.text)")
        return number
      }
      let route = "home-\(number)"
      await nodes.end(servers[0], by: SIGKILL)
      let left = [servers[1], servers[2]]
      for server in left {
        try await repeatRequests(until: "scheduled rollout") {
          try await server.served(route, "?user=ann").report != nil
        }
        let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
        // Each earlier attempt has one of its own.
        #expect(list["rollouts"]?.arrayValue?.count == 1 + number)
        #expect(list["rollouts"]?.arrayValue?.first?["steps"] == [30, 100])
        #expect(try await server.served(route).version == 1)
      }
      for user in 0..<20 {
        let versions = [
          try await left[0].served(route, "?user=unit-\(user)").version,
          try await left[1].served(route, "?user=unit-\(user)").version,
        ]
        #expect(versions[0] == versions[1])
      }
    }
  }
}
