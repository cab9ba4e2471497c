import Foundation
import JSONText
import TestFolders
import Testing

/// Sessions: views of the server for tests that run at the same time.
@Suite final class SessionTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
    try folder.write(#"{"rules":[{"status":410}]}"#, to: "screens/_scenarios/gone.json")
  }

  private static let asIs = Lines.viewItems(["a", "b"])

  @Test func `a change in a session is visible in that session alone`() throws {
    try FolderServer.run(in: folder) { server in
      let (one, other) = (try server.session(), try server.session())
      for view in [one, other] {
        let response = try server.get(view.path + "/screens/lines")
        #expect(response.text == Self.asIs && response.value(of: "Screen-Version") == "1")
      }
      let put = try server.admin(
        "PUT", "/screens/lines", body: Lines.definition(["b"]), in: one)
      #expect(put.text == #"{"route":"lines","version":2}"#)
      let new = try server.admin("PUT", "/screens/new", body: Lines.definition(["n"]), in: one)
      #expect(new.status == 201 && new.value(of: "Location") == one.path + "/screens/new")
      #expect(try server.admin("DELETE", "/screens/menu/noodles", in: one).status == 200)
      #expect(try server.get(one.path + "/screens/lines").text == Lines.viewItems(["b"]))
      #expect(try server.get(one.path + "/screens/new").text == Lines.viewItems(["n"]))
      #expect(try server.get(one.path + "/screens/menu/noodles").status == 410)
      for path in ["", other.path] {
        #expect(try server.get(path + "/screens/lines").text == Self.asIs)
        #expect(try server.get(path + "/screens/new").status == 404)
        #expect(try server.get(path + "/screens/menu/noodles").status == 200)
      }
      // The history has the versions of the server and of the session.
      let versions = try JSONParser.parse(
        try server.admin("GET", "/screens/lines/versions", in: one).text)
      let numbers = versions["versions"]?.arrayValue?.compactMap { $0["version"]?.numberValue?.intValue }
      #expect(numbers == [2, 1])
      let back = try server.admin("POST", "/screens/lines/rollback", body: #"{"version":1}"#, in: one)
      #expect(back.text == #"{"route":"lines","version":3}"#)
      #expect(try server.get(one.path + "/screens/lines").text == Self.asIs)
      #expect(try server.get(one.path + "/screens/lines?version=2").text == Lines.viewItems(["b"]))
      #expect(try server.get("/screens/lines?version=2").status == 404)
      #expect(try server.admin("GET", "/audit", in: other).text == #"{"entries":[]}"#)
    }
    // A session leaves nothing in the store.
    try FolderServer.run(in: folder) { server in
      let lines = try server.get("/screens/lines")
      #expect(lines.value(of: "Screen-Version") == "1")
      let new = try server.get("/screens/new")
      #expect(new.status == 404)
    }
  }

  @Test func `a session does not see versions published after its beginning`() throws {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["c"]))
      #expect(try server.get("/screens/lines").text == Lines.viewItems(["c"]))
      #expect(try server.get(session.path + "/screens/lines").text == Self.asIs)
      // The session's version 2 differs from the server's.
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["d"]), in: session)
      let summary = try JSONParser.parse(
        try server.admin("GET", "/screens/lines?version=2", in: session).text)
      #expect(summary["items"]?.arrayValue?.first?["id"] == "d")
      #expect(
        try server.admin("GET", "/screens/lines/versions", in: session).text.contains(#""items":1"#))
      let later = try server.session()
      #expect(try server.get(later.path + "/screens/lines").text == Lines.viewItems(["c"]))
    }
  }

  @Test func `an experiment can be changed in a session, which records no exposures`() throws {
    try folder.ship("home")
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      let forced = try server.admin(
        "PATCH", "/experiments/home-price-first", body: #"{"force":{"7":"price-first","8":"control"}}"#,
        in: session)
      #expect(forced.status == 200, "\(forced.text)")
      for (user, variant) in [("7", "price-first"), ("8", "control")] {
        let response = try server.get(session.path + "/screens/home?user=\(user)")
        #expect(response.value(of: "Screen-Variant") == variant)
      }
      _ = try server.get(session.path + "/screens/home?user=9")
      let explained = try server.get("/screens/home/explain?user=7").text
      #expect(explained.contains(#""reason":"assigned""#))
      let results = try server.admin("GET", "/experiments/home-price-first/results").text
      #expect(results.contains(#""units":0"#), "\(results)")
      let own = try server.admin("GET", "/experiments/home-price-first/results", in: session)
      #expect(own.status == 404 && own.text.contains("no-exposures"))
    }
  }

  @Test(arguments: [
    (#"{"ttl":0}"#, #"\"ttl\" cannot be 0"#), (#"{"ttl":86401}"#, "a whole number from 1 to 86400"),
    (#"{"ttl":"1"}"#, #"\"ttl\" is a number"#), (#"{"tll":1}"#, "did you mean ttl?"),
    ("[]", "a session is an object"),
  ])
  func `a wrong time to live is refused with the reason`(_ body: String, _ reason: String) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.admin("POST", "/sessions", body: body)
      #expect(response.status == 422 && response.text.contains(reason), "\(response.text)")
    }
  }

  @Test func `a session refuses sessions, tokens and schedules, and its admin API needs the token`() throws {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      #expect(try server.admin("POST", "/sessions", in: session).status == 409)
      #expect(
        try server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#, in: session).status == 409)
      #expect(
        try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["q"]), in: session)
          .status == 201)
      let scheduled = try server.admin(
        "POST", "/screens/lines/publish", body: #"{"at":"2100-01-01T00:00:00Z"}"#, in: session)
      #expect(scheduled.status == 409 && scheduled.text.contains("not-in-session"), "\(scheduled.text)")
      #expect(try server.admin("POST", "/screens/lines/publish", in: session).status == 200)
      #expect(try server.get(session.path + "/screens/lines").text == Lines.viewItems(["q"]))
      #expect(try server.admin("GET", "/screens/lines/draft").status == 404)
      #expect(try server.get(session.path + "/admin/screens/lines").status == 401)
      #expect(try server.get(session.path + session.path + "/screens/lines").status == 404)
      for path in [
        "/s/", "/s", "/s/0000000000000000", "/s/../admin", session.path + "x", session.path.uppercased(),
      ] {
        #expect([400, 404].contains(try server.get(path).status), "\(path)")
      }
      #expect(try server.get(session.path + "/health").status == 200)
    }
  }

  @Test func `a session keeps a limited number of bytes`() throws {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      let text = String(repeating: "x", count: 900_000)
      var statuses: [Int] = []
      for number in 0..<6 {
        let response = try server.admin(
          "PUT", "/screens/lines",
          body: Lines.definition(["\(number)", "a"]).replacing("\"a\"}", with: "\"\(text)\"}"),
          in: session)
        statuses.append(response.status)
        if response.status == 507 {
          #expect(response.text.contains("a session stores at most 16777216 bytes"))
        }
      }
      #expect(statuses.contains(200) && statuses.last == 507, "\(statuses)")
      // The last accepted version is served.
      #expect(try server.get(session.path + "/screens/lines").status == 200)
    }
  }

  @Test func `a session keeps its first versions when the server deletes old ones`() throws {
    try FolderServer.run(in: folder, FolderServer.Options(keepVersions: 1)) { server in
      let session = try server.session()
      for text in ["x", "y", "z"] {
        _ = try server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      let versions = try server.admin("GET", "/screens/lines/versions", in: session)
      #expect(versions.text.contains(#""version":1"#), "\(versions.text)")
      #expect(try server.admin("GET", "/screens/lines?version=1", in: session).status == 200)
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["own"]), in: session)
      #expect(try server.get(session.path + "/screens/lines?version=1").text == Self.asIs)
      #expect(
        try server.admin("POST", "/screens/lines/rollback", body: #"{"version":1}"#, in: session).status
          == 200)
      #expect(try server.get(session.path + "/screens/lines").text == Self.asIs)
    }
  }

  @Test func `a replaced view type frees its bytes, and a session's screens are not in the server's metrics`()
    throws
  {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      for number in 0..<300 {
        let schema = #"{"type":"object","title":"\#(number)"}"#
        let put = try server.admin("PUT", "/view-types/EXTRA", body: schema, in: session)
        #expect(put.status == (number == 0 ? 201 : 200), "\(put.text)")
      }
      _ = try server.admin("PUT", "/screens/secret-1", body: Lines.definition(["a"]), in: session)
      #expect(try server.get(session.path + "/screens/secret-1").status == 200)
      #expect(try !server.get("/metrics").text.contains("secret-1"))
      #expect(try server.get("/view-types/EXTRA").status == 404)
      #expect(try server.get(session.path + "/view-types/EXTRA").status == 200)
    }
  }

  @Test func `a session has its own rules, scenario and journal`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/mock/rules/slow", body: #"{"match":{"route":"menu/*"},"delay":1}"#)
      let (one, other) = (try server.session(), try server.session())
      // A session begins with the server's rules.
      #expect(try server.admin("GET", "/mock/rules", in: one).text.contains("slow"))
      _ = try server.admin("PUT", "/mock/rules/down", body: #"{"status":503}"#, in: one)
      _ = try server.admin("PUT", "/mock/scenario", body: #"{"name":"gone"}"#, in: other)
      #expect(try server.get(one.path + "/screens/lines").status == 503)
      #expect(try server.get(other.path + "/screens/lines").status == 410)
      #expect(try server.get("/screens/lines").status == 200)
      #expect(try server.admin("GET", "/mock/rules/down").status == 404)
      for (view, status) in [(one.path, 503), (other.path, 410), ("", 200)] {
        let session = view.isEmpty ? nil : view == one.path ? one : other
        let requests = try JSONParser.parse(try server.admin("GET", "/requests", in: session).text)
        #expect(requests["requests"]?.arrayValue?.map { $0["status"] } == [.number(JSONNumber(status))])
      }
    }
  }

  @Test func `a session ends when it is deleted`() throws {
    try FolderServer.run(in: folder) { server in
      let made = try server.admin("POST", "/sessions", body: #"{"ttl":60}"#)
      #expect(made.status == 201)
      let path = try #require(try JSONParser.parse(made.text)["path"]?.stringValue)
      #expect(made.value(of: "Location") == path)
      let (one, other) = (try server.session(), try server.session())
      #expect(try server.admin("DELETE", "/sessions/\(one.id)").text == #"{"id":"\#(one.id)"}"#)
      #expect(try server.admin("DELETE", "/sessions/\(one.id)").status == 404)
      let ended = try server.get(one.path + "/screens/lines")
      #expect(ended.status == 404 && ended.text.contains("unknown-session"))
      #expect(try server.get(path + "/screens/lines").status == 200)
      #expect(try server.get(other.path + "/screens/lines").status == 200)
      #expect(try server.admin("GET", "/sessions/\(other.id)").status == 200)
      #expect(try server.admin("DELETE", "/sessions").text == #"{"sessions":[]}"#)
      #expect(try server.get(other.path + "/screens/lines").status == 404)
      #expect(try server.get("/metrics").text.contains("marquee_sessions 0\n"))
    }
  }
}
