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
        "ann", "ben", "an", "ann%00", String(repeating: "n", count: 43), String(repeating: "n", count: 44),
        // A unit that is the query of another one.
        "user%3Dann",
      ]
      let requests =
        units.flatMap { unit in
          ["home?user=\(unit)", "menu?user=\(unit)&plan=gold"].map { Request("/screens/" + $0) }
        }
        + ["ann", "user=ann"].map { Request("/screens/home", user: $0) }
        // The unit of the query counts.
        + [Request("/screens/home?user=ann", user: "ben")]
      var expected: [Request: Served] = [:]
      for request in requests { expected[request] = try Served(try client(of: server), request) }
      // Those in a field are units of before, and a unit of one rollout is another one in the other.
      #expect(Set(expected.values.map(\.unit)).count == 2 * units.count)
      let shared = try client(of: server)
      // Each after each other one, and after itself.
      for request in requests.flatMap({ first in requests.flatMap { [first, $0, $0] } }) {
        #expect(try Served(shared, request) == expected[request], "\(request)")
      }
    }
  }

  @Test func `a connection that asks again gets what holds by then`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.publish("home", ["old"])
      let id = try Server.rollout(of: try await server.publish("home", ["new"], query: "guard=50,100"))
      let shared = try client(of: server)
      let paths = (0..<200).map { "/screens/home?user=unit-\($0)" }
      let path = try #require(try paths.first { try Served(shared, Request($0)).version == "1" })
      let first = try Served(shared, Request(path))
      try await server.wait(for: "later token") { _ in try Served(shared, Request(path)).time > first.time }
      #expect(try Served(shared, Request(path)) == first)

      #expect(try await server.admin("POST", "/rollouts/\(id)/advance").status == 200)
      let advanced = try Served(shared, Request(path))
      #expect(advanced.version == "2" && advanced.unit == first.unit && advanced.rollout != first.rollout)

      _ = try await server.publish("home", ["other"], query: "guard=100&supersede=true")
      let superseded = try Served(shared, Request(path))
      #expect(superseded.version == "3" && superseded.unit != first.unit)
      #expect(!superseded.rollout.hasPrefix(id) && first.rollout.hasPrefix(id))

      _ = try await server.publish("home", ["now"], query: "now=true")
      let response = try #require(shared.get(path))
      #expect(response.has("Screen-Version: 4") && !response.head.contains("Screen-Report: "))
    }
  }

  @Test func `a unit that one screen of a set forces into a variant takes part in the others`() async throws {
    try await Server.run(in: folder) { server in
      func definition(_ route: String, _ line: String) -> String {
        let experiment =
          #","experiment":{"key":"size","force":{"ann":"large"},"variants":[{"key":"small"},{"key":"large"}]}}"#
        return Lines.definition([line]).dropLast() + (route == "forcing" ? experiment : "}")
      }
      _ = try await server.write("POST", "/changesets", body: #"{"name":"set"}"#)
      for route in ["free", "forcing"] {
        _ = try await server.write("PUT", "/screens/\(route)", body: definition(route, "old"))
        let put = try await server.send(
          "PUT", "/c/set/admin/screens/\(route)", body: definition(route, "new"),
          fields: [CurlField("Authorization", "Bearer \(Server.token)")])
        #expect(put.status == 200, "\(put.text)")
      }
      #expect(try await server.write("POST", "/changesets/set/publish?guard=99,100").status == 200)
      let shared = try client(of: server)
      for user in ["ann", "ben", "ann", "ann"] {
        let free = try Served(shared, Request("/screens/free?user=\(user)"))
        let response = try #require(shared.get("/screens/forcing?user=\(user)"))
        #expect(response.head.contains("Screen-Report: ") == (user == "ben"), "\(response.head)")
        #expect(try Served(shared, Request("/screens/free?user=\(user)")) == free)
      }
    }
  }

  private func client(of server: Server) throws -> TestClient {
    let port = try #require(Int(server.port))
    return try #require(TestClient(port: port))
  }

  private struct Request: Hashable {
    let path: String
    /// The field `Screen-User`.
    let user: String?

    init(_ path: String, user: String? = nil) {
      self.path = path
      self.user = user
    }

    var text: String {
      "GET \(path) HTTP/1.1\r\nHost: a\r\n" + (user.map { "Screen-User: \($0)\r\n" } ?? "") + "\r\n"
    }
  }

  private struct Served: Equatable {
    let version: String
    // The parts of the token.
    /// The rollout with its step and the side.
    let rollout: Substring
    let time: Substring
    let unit: Substring

    init(_ client: TestClient, _ request: Request) throws {
      client.send(request.text)
      let response = try #require(client.response())
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
