import CurlClient
import RawClient
import TestFolders
import Testing

/// A connection keeps the placement of its latest unit.
extension RolloutTests {
  @Test func `units that share a connection get what each gets on its own`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["home", "menu"] {
        _ = try await server.publish(route, ["old"])
        _ = try await server.publish(route, ["new"], query: "guard=50,100")
      }
      // The last ones differ from others in their end, in a byte 0, and in being too long to be kept.
      let units = [
        "ann", "ben", "an", "ann%00", String(repeating: "n", count: 48), String(repeating: "n", count: 49),
      ]
      let paths = units.flatMap { ["/screens/home?user=\($0)", "/screens/menu?user=\($0)&plan=gold"] }
      var expected: [String: Served] = [:]
      for path in paths { expected[path] = try Served(try client(of: server), path) }
      #expect(Set(expected.values.map(\.unit)).count == paths.count)
      let shared = try client(of: server)
      // Each after each other one, and after itself.
      for path in paths.flatMap({ first in paths.flatMap { [first, $0, $0] } }) {
        #expect(try Served(shared, path) == expected[path], "\(path)")
      }
    }
  }

  @Test func `a connection that asks again gets what holds by then`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.publish("home", ["old"])
      let id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=50,100"))
      let shared = try client(of: server)
      let paths = (0..<200).map { "/screens/home?user=unit-\($0)" }
      let path = try #require(try paths.first { try Served(shared, $0).version == "1" })
      let first = try Served(shared, path)
      try await server.wait(for: "later token") { _ in try Served(shared, path).time > first.time }
      #expect(try Served(shared, path) == first)

      #expect(try await server.admin("POST", "/rollouts/\(id)/advance").status == 200)
      let advanced = try Served(shared, path)
      #expect(advanced.version == "2" && advanced.unit == first.unit && advanced.rollout != first.rollout)

      _ = try await server.publish("home", ["other"], query: "guard=100&supersede=true")
      let superseded = try Served(shared, path)
      #expect(superseded.version == "3" && superseded.unit != first.unit)
      #expect(!superseded.rollout.hasPrefix(id) && first.rollout.hasPrefix(id))

      _ = try await server.publish("home", ["now"], query: "now=true")
      let response = try #require(shared.get(path))
      #expect(response.has("Screen-Version: 4") && !response.head.contains("Screen-Report: "))
    }
  }

  private func client(of server: Server) throws -> TestClient {
    let port = try #require(Int(server.port))
    return try #require(TestClient(port: port))
  }

  private struct Served: Equatable {
    let version: String
    // The parts of the token.
    /// The rollout with its step and the side.
    let rollout: Substring
    let time: Substring
    let unit: Substring

    init(_ client: TestClient, _ path: String) throws {
      let response = try #require(client.get(path))
      func value(_ name: String) throws -> Substring {
        let line = try #require(
          response.head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }, "\(response.head)")
        return line.dropFirst(name.count + 2)
      }
      let token = try value("Screen-Report")
      version = String(try value("Screen-Version"))
      rollout = token.prefix(18)
      time = token.dropFirst(18).prefix(8)
      unit = token.dropFirst(26).prefix(24)
    }

    /// Without the time, which goes on.
    static func == (one: Self, other: Self) -> Bool {
      one.version == other.version && one.rollout == other.rollout && one.unit == other.unit
    }
  }
}
