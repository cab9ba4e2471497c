import CurlClient
import Foundation
import JSONText
import RawClient
import Testing

/// Views of the server for tests that run side by side.
@Suite final class SessionTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
    try folder.write(#"{"rules":[{"status":410}]}"#, to: "screens/_scenarios/gone.json")
  }

  deinit { folder.remove() }

  private static let asIs = Lines.viewItems(["a", "b"])

  @Test func `what is changed in a session is seen in it alone`() async throws {
    try await Server.run(in: folder) { server in
      let (one, other) = (try await server.session(), try await server.session())
      for view in [one, other] {
        let answer = try await server.get(view.path + "/screens/lines")
        #expect(answer.text == Self.asIs && answer.value(of: "Screen-Version") == "1")
      }
      let put = try await server.admin(
        "PUT", "/screens/lines", body: Lines.definition(["b"]), in: one)
      #expect(put.text == #"{"route":"lines","version":2}"#)
      let new = try await server.admin("PUT", "/screens/new", body: Lines.definition(["n"]), in: one)
      #expect(new.status == 201 && new.value(of: "Location") == one.path + "/screens/new")
      #expect(try await server.admin("DELETE", "/screens/menu/noodles", in: one).status == 200)
      #expect(try await server.get(one.path + "/screens/lines").text == Lines.viewItems(["b"]))
      #expect(try await server.get(one.path + "/screens/new").text == Lines.viewItems(["n"]))
      #expect(try await server.get(one.path + "/screens/menu/noodles").status == 410)
      for path in ["", other.path] {
        #expect(try await server.get(path + "/screens/lines").text == Self.asIs)
        #expect(try await server.get(path + "/screens/new").status == 404)
        #expect(try await server.get(path + "/screens/menu/noodles").status == 200)
      }
      // History goes through both: what was published before, and in it.
      let versions = try JSONParser.parse(
        try await server.admin("GET", "/screens/lines/versions", in: one).text)
      let numbers = versions["versions"]?.arrayValue?.compactMap { $0["version"]?.numberValue?.intValue }
      #expect(numbers == [2, 1])
      let back = try await server.admin("POST", "/screens/lines/rollback", body: #"{"version":1}"#, in: one)
      #expect(back.text == #"{"route":"lines","version":3}"#)
      #expect(try await server.get(one.path + "/screens/lines").text == Self.asIs)
      #expect(try await server.get(one.path + "/screens/lines?version=2").text == Lines.viewItems(["b"]))
      #expect(try await server.get("/screens/lines?version=2").status == 404)
      #expect(try await server.admin("GET", "/audit", in: other).text == #"{"entries":[]}"#)
    }
    // Nothing of it is there after a start.
    try await Server.run(in: folder) { server in
      let lines = try await server.get("/screens/lines")
      #expect(lines.value(of: "Screen-Version") == "1")
      let new = try await server.get("/screens/new")
      #expect(new.status == 404)
    }
  }

  @Test func `what is published after a session began does not come into it`() async throws {
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["c"]))
      #expect(try await server.get("/screens/lines").text == Lines.viewItems(["c"]))
      #expect(try await server.get(session.path + "/screens/lines").text == Self.asIs)
      // Its own version 2 is not that of the server.
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["d"]), in: session)
      let summary = try JSONParser.parse(
        try await server.admin("GET", "/screens/lines?version=2", in: session).text)
      #expect(summary["items"]?.arrayValue?.first?["id"] == "d")
      #expect(
        try await server.admin("GET", "/screens/lines/versions", in: session).text.contains(#""items":1"#))
      let later = try await server.session()
      #expect(try await server.get(later.path + "/screens/lines").text == Lines.viewItems(["c"]))
    }
  }

  @Test func `rules, scenario, journal and events are its own`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/mock/rules/slow", body: #"{"match":{"route":"menu/*"},"delay":1}"#)
      let (one, other) = (try await server.session(), try await server.session())
      // It began with those of the server.
      #expect(try await server.admin("GET", "/mock/rules", in: one).text.contains("slow"))
      _ = try await server.admin("PUT", "/mock/rules/down", body: #"{"status":503}"#, in: one)
      _ = try await server.admin("PUT", "/mock/scenario", body: #"{"name":"gone"}"#, in: other)
      #expect(try await server.get(one.path + "/screens/lines").status == 503)
      #expect(try await server.get(other.path + "/screens/lines").status == 410)
      #expect(try await server.get("/screens/lines").status == 200)
      #expect(try await server.admin("GET", "/mock/rules/down").status == 404)
      for (view, status) in [(one.path, 503), (other.path, 410), ("", 200)] {
        let session = view.isEmpty ? nil : view == one.path ? one : other
        let requests = try JSONParser.parse(try await server.admin("GET", "/requests", in: session).text)
        #expect(requests["requests"]?.arrayValue?.map { $0["status"] } == [.number(JSONNumber(status))])
      }
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["z"]), in: one)
      let events = try await server.firstEvent(of: one.path + "/screens/lines/events")
      #expect(events.contains(#"data: {"route":"lines","version":2}"#), "\(events)")
      let outside = try await server.firstEvent(of: "/screens/lines/events")
      #expect(outside.contains(#"data: {"route":"lines","version":1}"#), "\(outside)")
    }
  }

  @Test func `an experiment is steered in it, and nobody is exposed`() async throws {
    try folder.ship("home")
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      let forced = try await server.admin(
        "PATCH", "/experiments/home-price-first", body: #"{"force":{"7":"price-first","8":"control"}}"#,
        in: session)
      #expect(forced.status == 200, "\(forced.text)")
      for (user, variant) in [("7", "price-first"), ("8", "control")] {
        let answer = try await server.get(session.path + "/screens/home?user=\(user)")
        #expect(answer.value(of: "Screen-Variant") == variant)
      }
      _ = try await server.get(session.path + "/screens/home?user=9")
      let explained = try await server.get("/screens/home/explain?user=7").text
      #expect(explained.contains(#""reason":"assigned""#))
      let results = try await server.admin("GET", "/experiments/home-price-first/results").text
      #expect(results.contains(#""units":0"#), "\(results)")
      let own = try await server.admin("GET", "/experiments/home-price-first/results", in: session)
      #expect(own.status == 404 && own.text.contains("no-exposures"))
    }
  }

  @Test func `one ends when it is deleted, or its time is over`() async throws {
    try await Server.run(in: folder) { server in
      let made = try await server.admin("POST", "/sessions", body: #"{"ttl":1}"#)
      #expect(made.status == 201)
      let path = try #require(try JSONParser.parse(made.text)["path"]?.stringValue)
      #expect(made.value(of: "Location") == path)
      let (one, other) = (try await server.session(), try await server.session())
      #expect(try await server.admin("DELETE", "/sessions/\(one.id)").text == #"{"id":"\#(one.id)"}"#)
      #expect(try await server.admin("DELETE", "/sessions/\(one.id)").status == 404)
      let gone = try await server.get(one.path + "/screens/lines")
      #expect(gone.status == 404 && gone.text.contains("unknown-session"))
      try await server.wait(for: "end of a session") {
        try await $0.get(path + "/screens/lines").status == 404
      }
      #expect(try await server.get(other.path + "/screens/lines").status == 200)
      let listed = try JSONParser.parse(try await server.admin("GET", "/sessions").text)["sessions"]?
        .arrayValue
      #expect(listed?.map { $0["id"] } == [.string(other.id)])
      #expect(try await server.admin("GET", "/sessions/\(other.id)").status == 200)
      #expect(try await server.admin("DELETE", "/sessions").text == #"{"sessions":[]}"#)
      #expect(try await server.get(other.path + "/screens/lines").status == 404)
      #expect(try await server.get("/metrics").text.contains("marquee_sessions 0\n"))
    }
  }

  @Test(arguments: [
    (#"{"ttl":0}"#, #"\"ttl\" cannot be 0"#), (#"{"ttl":86401}"#, "a whole number from 1 to 86400"),
    (#"{"ttl":"1"}"#, #"\"ttl\" is a number"#), (#"{"tll":1}"#, "did you mean ttl?"),
    ("[]", "a session is an object"),
  ])
  func `a wish that cannot be is told`(_ body: String, _ told: String) async throws {
    try await Server.run(in: folder) { server in
      let answer = try await server.admin("POST", "/sessions", body: body)
      #expect(answer.status == 422 && answer.text.contains(told), "\(answer.text)")
    }
  }

  @Test func `what is the server's own is refused, and needs its token`() async throws {
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      #expect(try await server.admin("POST", "/sessions", in: session).status == 409)
      #expect(
        try await server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#, in: session).status == 409)
      #expect(
        try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["q"]), in: session)
          .status == 201)
      let scheduled = try await server.admin(
        "POST", "/screens/lines/publish", body: #"{"at":"2100-01-01T00:00:00Z"}"#, in: session)
      #expect(scheduled.status == 409 && scheduled.text.contains("not-in-session"), "\(scheduled.text)")
      #expect(try await server.admin("POST", "/screens/lines/publish", in: session).status == 200)
      #expect(try await server.get(session.path + "/screens/lines").text == Lines.viewItems(["q"]))
      #expect(try await server.admin("GET", "/screens/lines/draft").status == 404)
      #expect(try await server.get(session.path + "/admin/screens/lines").status == 401)
      #expect(try await server.get(session.path + session.path + "/screens/lines").status == 404)
      for path in [
        "/s/", "/s", "/s/0000000000000000", "/s/../admin", session.path + "x", session.path.uppercased(),
      ] {
        #expect([400, 404].contains(try await server.get(path).status), "\(path)")
      }
      #expect(try await server.get(session.path + "/health").status == 200)
    }
  }

  @Test func `what a session keeps is bounded`() async throws {
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      let text = String(repeating: "x", count: 900_000)
      var statuses: [Int] = []
      for number in 0..<6 {
        let answer = try await server.admin(
          "PUT", "/screens/lines",
          body: Lines.definition(["\(number)", "a"]).replacing("\"a\"}", with: "\"\(text)\"}"),
          in: session)
        statuses.append(answer.status)
        if answer.status == 507 { #expect(answer.text.contains("a session keeps at most 16777216 bytes")) }
      }
      #expect(statuses.contains(200) && statuses.last == 507, "\(statuses)")
      // What was accepted is served.
      #expect(try await server.get(session.path + "/screens/lines").status == 200)
    }
  }

  @Test func `what was in force when it began stays in it, whatever the server forgets`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--keep-versions", "1"]) { server in
      let session = try await server.session()
      for text in ["x", "y", "z"] {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      let versions = try await server.admin("GET", "/screens/lines/versions", in: session)
      #expect(versions.text.contains(#""version":1"#), "\(versions.text)")
      #expect(try await server.admin("GET", "/screens/lines?version=1", in: session).status == 200)
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["own"]), in: session)
      #expect(try await server.get(session.path + "/screens/lines?version=1").text == Self.asIs)
      #expect(
        try await server.admin("POST", "/screens/lines/rollback", body: #"{"version":1}"#, in: session).status
          == 200)
      #expect(try await server.get(session.path + "/screens/lines").text == Self.asIs)
    }
  }

  @Test func `what takes the place of something else costs no more, and counts in no other's metrics`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let session = try await server.session()
      for number in 0..<300 {
        let schema = #"{"type":"object","title":"\#(number)"}"#
        let put = try await server.admin("PUT", "/view-types/EXTRA", body: schema, in: session)
        #expect(put.status == (number == 0 ? 201 : 200), "\(put.text)")
      }
      _ = try await server.admin("PUT", "/screens/secret-1", body: Lines.definition(["a"]), in: session)
      #expect(try await server.get(session.path + "/screens/secret-1").status == 200)
      #expect(try await !server.get("/metrics").text.contains("secret-1"))
      #expect(try await server.get("/view-types/EXTRA").status == 404)
      #expect(try await server.get(session.path + "/view-types/EXTRA").status == 200)
    }
  }

  #if os(Linux)
    @Test func `a thousand side by side do not see each other, cost little and leave nothing behind`()
      async throws
    {
      try await Server.run(in: folder) { server in
        // Some come and go first, so that what a server takes once is not counted.
        for _ in 0..<20 { _ = try await server.session() }
        _ = try await server.admin("DELETE", "/sessions")
        let before = try server.program.residentBytes()
        // With a sanitizer they are fewer, and its memory is not looked at.
        let count = Program.isSanitized ? 100 : 1000
        var sessions: [Server.Session] = []
        for _ in 0..<count { sessions.append(try await server.session()) }
        let unchanged = (try server.program.residentBytes() - before) / count
        #expect(unchanged < 24_000 || Program.isSanitized, "\(unchanged) bytes a session")
        for (number, session) in sessions.enumerated() where number % 10 == 0 {
          let put = try await server.admin(
            "PUT", "/screens/lines", body: Lines.definition(["line-\(number)"]), in: session)
          #expect(put.status == 200)
        }
        for (number, session) in sessions.enumerated() where number % 5 == 0 {
          let text = try await server.get(session.path + "/screens/lines").text
          #expect(text == (number % 10 == 0 ? Lines.viewItems(["line-\(number)"]) : Self.asIs))
        }
        #expect(try await server.get("/screens/lines").text == Self.asIs)
        #expect(try await server.get("/metrics").text.contains("marquee_sessions \(count)\n"))
        _ = try await server.admin("DELETE", "/sessions")
        #expect(try await server.get("/metrics").text.contains("marquee_sessions 0\n"))
        // Those who come later find the room of those who went.
        let after = try server.program.residentBytes()
        for _ in 0..<3 {
          for _ in 0..<count { _ = try await server.session() }
          _ = try await server.admin("DELETE", "/sessions")
        }
        let grown = try server.program.residentBytes() - after
        #expect(
          grown < 12 << 20 || Program.isSanitized, "\(grown) bytes more after three thousand further ones")
      }
    }
  #endif
}

extension Server {
  /// What a stream of events begins with, up to the end of its first event.
  func firstEvent(of path: String) async throws -> String {
    let number = try #require(Int(port))
    let client = try #require(TestClient(port: number))
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    while !String(decoding: client.received, as: UTF8.self).contains("data: ") {
      guard client.receive() else { break }
    }
    return String(decoding: client.received, as: UTF8.self)
  }

  struct Session: Sendable {
    let id: String
    /// `/s/ID`.
    let path: String
  }

  func session() async throws -> Session {
    let answer = try await admin("POST", "/sessions")
    let json = try JSONParser.parse(answer.text)
    return Session(
      id: try #require(json["id"]?.stringValue), path: try #require(json["path"]?.stringValue))
  }
}
