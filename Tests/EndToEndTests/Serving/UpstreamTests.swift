import CurlClient
import Eventually
import Foundation
import JSONText
import LoopbackHTTP
import RawClient
import Synchronization
import TestFolders
import Testing

/// The real backend: `serve --upstream URL --record FILE`.
@Suite final class UpstreamTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    try folder.write(
      #"{"request": {"method": "GET", "path": "/api/mine"}, "responses": [{"text": "mine"}]}"#,
      to: "screens/_endpoints/mine.json")
    try folder.write(
      #"{"request": {"method": "GET", "path": "/api/theirs"}, "proxy": true}"#,
      to: "screens/_endpoints/theirs.json")
  }

  private static let admin = ["--admin-token", Server.token]

  private static func text(_ body: String, type: String = "text/plain", fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Runs a test with a server and its backend.
  private func run(
    _ arguments: [String] = [], answer: @escaping @Sendable (LoopbackServer.Received) -> LoopbackServer.Reply,
    _ work: (Server, LoopbackServer) async throws -> Void
  ) async throws {
    let backend = try LoopbackServer(answer: answer)
    defer { backend.stop() }
    try await Server.run(in: folder, Self.admin + ["--upstream", backend.url] + arguments) { server in
      try await work(server, backend)
    }
  }

  @Test func `the backend answers what nothing here answers`() async throws {
    try await run(answer: { .closing(Self.text($0.head + "\n" + String(decoding: $0.body, as: UTF8.self))) })
    {
      server, backend in
      #expect(try await server.get("/api/mine").text == "mine")
      #expect(try await server.get("/screens/none").text.contains("unknown-screen"))
      #expect(try await server.get("/screens/").status == 404)
      #expect(try await server.get("/admin/none").status == 401)
      #expect(try await server.send("POST", "/api/mine", [], "").status == 405)
      #expect(backend.connectionCount == 0)
      let got = try await server.get(
        "/api/a%2Fb?x=%2F&x=2",
        fields: [
          CurlField("Connection", "X-Hop"), CurlField("X-Hop", "1"), CurlField("X-App", "1"),
          CurlField("Authorization", "Bearer \(Server.token)"), CurlField("X-Forwarded-For", "192.0.2.1"),
          CurlField("Cookie", "a=b; marquee-80=secret; c=d"),
        ])
      #expect(got.status == 200 && got.value(of: "Mock-Applied") == "upstream")
      let lines = got.text.split(separator: "\r\n")
      #expect(lines.first == "GET /api/a%2Fb?x=%2F&x=2 HTTP/1.1")
      #expect(lines.contains("Host: 127.0.0.1:\(backend.port)") && lines.contains("X-App: 1"))
      #expect(lines.contains { $0.hasPrefix("Via: 1.1 marquee-") })
      #expect(lines.contains("Cookie: a=b; c=d"))
      for secret in ["X-Hop", Server.token, "192.0.2.1"] { #expect(!got.text.contains(secret), "\(secret)") }
      let sent = try await server.send("PUT", "/new", [CurlField("Authorization", "Bearer app")], "the body")
      #expect(sent.text.hasSuffix("the body") && sent.text.contains("Authorization: Bearer app"))
      #expect(try await server.get("/api/theirs").text.hasPrefix("GET /api/theirs "))
      #expect(try await server.head("/new").status == 200)
      let requests = try JSONParser.parse(
        try await server.admin("GET", "/requests?path=/new&method=PUT").text)
      let first = requests["requests"]?.arrayValue?.first
      #expect(first?["mock"] == "upstream" && first?["requestBody"] == "the body")
    }
  }

  @Test func `rules of the mock change what the backend answers`() async throws {
    try await run(answer: { _ in .closing(Self.text("theirs")) }) { server, backend in
      let down = #"{"match": {"path": "/api/**", "times": 2}, "status": 503}"#
      _ = try await server.admin("PUT", "/mock/rules/down", body: down)
      for path in ["/api/theirs/", "/api/other"] {
        let answer = try await server.get(path)
        #expect(answer.status == 503 && answer.value(of: "Mock-Applied") == "down")
      }
      #expect(backend.connectionCount == 0)
      #expect(try await server.get("/api/theirs").text == "theirs")
      _ = try await server.admin(
        "PUT", "/mock/rules/down", body: #"{"match": {"path": "/api/other/"}, "delay": 150}"#)
      let start = ContinuousClock.now
      #expect(try await server.get("/api/other").text == "theirs")
      #expect(ContinuousClock.now - start >= .milliseconds(150))
      _ = try await server.admin(
        "PUT", "/mock/rules/down", body: #"{"match": {"path": "/api/*"}, "fault": "reset"}"#)
      await #expect(throws: CurlError.self) { try await server.get("/api/other") }
      let verified = try await server.admin(
        "POST", "/requests/verify", body: #"{"match": {"path": "/api/theirs", "status": 503}}"#)
      #expect(verified.text == #"{"count":1}"#)
    }
  }

  @Test func `no request reaches another host`() async throws {
    let location = "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
    try await run(answer: {
      $0.head.hasPrefix("GET /redirect") ? .closing(location) : .closing(Self.text("x"))
    }) {
      server, backend in
      func status(of target: String, host: String = "a", method: String = "GET") throws -> Int {
        let port = try #require(Int(server.port))
        let client = try #require(TestClient(port: port))
        client.send("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return try #require(client.response()).status
      }
      for target in [
        "/a/../b", "/a/%2e%2E/b", "/a/.%2e/b", "/a/..%2fb", "/a/%2e%2e%5Cb", "/a/%252e%252e/b", "/a/..;x/b",
        "/..%2f..", "/a/x%2F..", "http://example.com/b", "https://169.254.169.254/latest",
      ] { #expect(try status(of: target) == 400, "\(target)") }
      #expect(try status(of: "example.com:443", method: "CONNECT") >= 400)
      #expect(try status(of: "/b", method: "TRACE") >= 400)
      #expect(backend.connectionCount == 0)
      #expect(try status(of: "/b", host: "169.254.169.254") == 200)
      #expect(try status(of: "//example.com/b") == 200)
      #expect(backend.connectionCount == 2)
      let redirect = try await server.get("/redirect")
      #expect(redirect.status == 302 && redirect.value(of: "Location") == "http://169.254.169.254/")
      #expect(backend.connectionCount == 3)
    }
  }

  @Test func `a backend that fails is a problem`() async throws {
    let answers = [
      "cut": "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc",
      "chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      "half": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc",
      "endless": "HTTP/1.1 200 OK\r\n"
        + String(repeating: "X-A: \(String(repeating: "a", count: 99))\r\n", count: 9999),
      "interim": String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 99_999),
      "garbage": "hello\r\n\r\n", "nothing": "", "control": "HTTP/1.1 200 OK\r\nX-A: a\u{1}b\r\n\r\n",
      "huge": "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nabc",
      "two": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "switch": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    ]
    try await run(answer: { received in
      let name = received.head.split(separator: " ")[1].dropFirst()
      return .closing(answers[String(name)] ?? "")
    }) { server, _ in
      for name in answers.keys.sorted() {
        let answer = try await server.get("/" + name)
        #expect(answer.status == 502 && answer.text.contains("/problems/upstream-failed"), "\(name)")
      }
      #expect(try await server.get("/health").status == 200)
    }
    try await Server.run(in: folder, Self.admin + ["--upstream", "http://127.0.0.1:1"]) { server in
      let answer = try await server.get("/a")
      #expect(answer.text.contains("no server answers"))
    }
  }

  @Test func `requests that wait are bounded, and hold up nothing else`() async throws {
    try await run(answer: { _ in .silence }) { server, backend in
      let port = try #require(Int(server.port))
      var clients: [TestClient] = []
      var timeouts = 0
      var last: CurlResponse?
      // On a slow machine, the first requests get their 504 before all are sent. Then others take their places.
      let isFull = try await eventuallyHolds {
        clients.removeAll { client in
          guard client.canReceive(within: 0) else { return false }
          if client.response()?.status == 504 { timeouts += 1 }
          return true
        }
        while clients.count < 64 {
          let client = try #require(TestClient(port: port))
          client.send("GET /frozen HTTP/1.1\r\nHost: a\r\n\r\n")
          clients.append(client)
        }
        guard try await server.metric("marquee_upstream_requests_running") == 64 else { return false }
        let answer = try await server.get("/frozen")
        last = answer
        if answer.status == 504 { timeouts += 1 }
        return answer.status == 503
      }
      #expect(isFull)
      let refused = try #require(last)
      #expect(refused.status == 503 && refused.value(of: "Retry-After") == "1")
      #expect(refused.text.contains("/problems/upstream-busy"))
      let sent = 64 + timeouts
      #expect(await eventuallyHolds { backend.connectionCount == sent })
      #expect(try await server.get("/screens/lines").status == 200)
      #expect(try await server.get("/api/mine").text == "mine")
      let frozen = try #require(clients.first?.response())
      #expect(frozen.status == 504)
    }
  }

  @Test func `large bodies are passed on in both directions`() async throws {
    let large = String(repeating: "0123456789abcdef", count: 1 << 19)
    try await run(answer: { received in
      received.head.hasPrefix("PUT")
        ? .closing(Self.text("\(received.body.count)")) : .closing(Self.text(large))
    }) { server, _ in
      let upload = try await server.send("PUT", "/upload", [], large)
      #expect(upload.text == "\(large.utf8.count)")
      #expect(try await server.get("/download").text == large)
      #expect(try await server.admin("PUT", "/screens/lines", body: large).status == 413)
    }
  }

  @Test func `a recording has no secrets, and is whole whenever the server is killed`() async throws {
    let body = #"{"items": [{"id": "a", "n": 1.0}], "text": "é"}"#
    let backend = try LoopbackServer { _ in
      .closing(Self.text(body, type: "application/json", fields: "Set-Cookie: sid=the-cookie\r\n"))
    }
    defer { backend.stop() }
    let arguments = Self.admin + ["--upstream", backend.url, "--record", "traffic.har"]
    for round in 1...2 {
      let server = try await Server.start(in: folder, arguments)
      let fields = [
        CurlField("Authorization", "Bearer the-token"), CurlField("Content-Type", "application/json"),
      ]
      // An entry is written after its response.
      func waitForEntry(of path: String) async throws {
        try await server.wait(for: "recording") { _ in
          self.folder.text(of: "traffic.har").split(separator: path).count == round + 1
        }
      }
      _ = try await server.get("/v1/home?api_key=the-key", fields: fields)
      try await waitForEntry(of: "/v1/home")
      _ = try await server.send("POST", "/v1/login", fields, #"{"password": "the-password", "a": 1}"#)
      try await waitForEntry(of: "/v1/login")
      await server.program.end(SIGKILL)
    }
    let text = folder.text(of: "traffic.har")
    for secret in ["the-token", "the-key", "the-password", "the-cookie", Server.token] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let entries = try #require(try JSONParser.parse(text)["log"]?["entries"]?.arrayValue)
    #expect(entries.count == 4)
    #expect(entries.first?["response"]?["content"]?["text"]?.stringValue == body)
    #expect(entries.first?["request"]?["url"]?.stringValue?.hasPrefix(backend.url + "/v1/home?") == true)
    // A process that is killed while it writes leaves a part of an entry. One that is stopped writes all entries.
    try folder.write(String(text.dropLast(40)), to: "traffic.har")
    try await Server.run(in: folder, arguments) { server in _ = try await server.get("/v1/next") }
    let repaired = try JSONParser.parse(folder.text(of: "traffic.har"))["log"]?["entries"]?.arrayValue
    #expect(
      repaired?.count == 4 && repaired?.last?["request"]?["url"]?.stringValue == backend.url + "/v1/next")
  }

  @Test func `options that do not fit are mistakes`() async throws {
    for arguments in [
      ["--upstream", "ftp://a"], ["--upstream", "http://user:secret@a"], ["--upstream", "http://a/#b"],
      ["--upstream", "http://"], ["--record", "a.har"],
    ] {
      let outcome = try await Program.run(["serve", "--port", "0"] + arguments, in: folder)
      #expect(outcome.status == 64 && !outcome.output.contains("secret"), "\(arguments)")
    }
    try folder.write("mine", to: "other.har")
    let outcome = try await Program.run(
      ["serve", "--port", "0", "--upstream", "http://127.0.0.1:1", "--record", "other.har"], in: folder)
    #expect(outcome.status == 1 && folder.text(of: "other.har") == "mine")
  }
}
