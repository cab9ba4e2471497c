import CurlClient
import Foundation
import JSONText
import RawClient
import Testing

/// What was asked for.
@Suite final class JournalTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.ship("home")
    try folder.ship("menu")
  }

  deinit { folder.remove() }

  @Test func `requests are told with what came of them, the newest first`() async throws {
    try await Server.run(in: folder) { server in
      let first = try await server.get("/screens/home?user=42&country=KR&api_token=abc")
      _ = try await server.get("/screens/menu", fields: [CurlField("Screen-User", "7")])
      _ = try await server.get("/screens/home?user=1&__status=503")
      let told = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let requests = try #require(told["requests"]?.arrayValue)
      #expect(requests.count == 3)
      #expect(requests.map { $0["status"]?.numberValue?.intValue } == [503, 200, 200])
      #expect(requests[0]["mock"] == "request")
      #expect(requests[1]["user"] == "7")
      let oldest = requests[2]
      #expect(oldest["route"] == "home")
      #expect(oldest["user"] == "42")
      #expect(oldest["attributes"]?["country"] == "KR")
      #expect(oldest["version"] == 1)
      #expect(oldest["assignments"]?.stringValue == first.value(of: "Screen-Assignments"))
      #expect(oldest["path"]?.stringValue?.contains("abc") == false)
      #expect(!told.text.contains("abc"))
      for (query, count) in [
        ("route=home", 2), ("route=menu", 1), ("user=42", 1), ("status=503", 1), ("variant=price-first", 1),
        ("since=1", 2), ("before=2", 1), ("route=home&status=200", 1), ("", 3),
      ] {
        let answer = try await server.admin("GET", "/requests/count?\(query)")
        #expect(answer.text == #"{"count":\#(count)}"#, "\(query)")
      }
      let archive = try JSONParser.parse(try await server.admin("GET", "/requests/har").text)
      #expect(archive["log"]?["entries"]?.arrayValue?.count == 3)
      #expect(archive["log"]?["version"] == "1.2")
      #expect(try await server.get("/admin/requests").status == 401)
      #expect(try await server.admin("DELETE", "/requests").status == 200)
      #expect(try await server.admin("GET", "/requests/count").text == #"{"count":0}"#)
    }
  }

  @Test func `a test verifies what its app has asked for, and sees what came near`() async throws {
    try await Server.run(in: folder) { server in
      for user in 1...3 { _ = try await server.get("/screens/home?user=\(user)") }
      func verify(_ body: String) async throws -> CurlResponse {
        try await server.admin("POST", "/requests/verify", body: body)
      }
      let met = try await verify(#"{"match":{"route":"home"},"atLeast":3,"atMost":3}"#)
      #expect(met.status == 200 && met.text == #"{"count":3}"#)
      #expect(try await verify("{}").status == 200)
      #expect(try await verify(#"{"match":{"route":"cafe"},"atMost":0}"#).status == 200)
      let missed = try await verify(#"{"match":{"route":"home","user":"9"}}"#)
      #expect(missed.status == 422)
      #expect(missed.text.contains("0 of 3 requests match, expected were at least 1"), "\(missed.text)")
      let nearest = try #require(try JSONParser.parse(missed.text)["nearest"]?.arrayValue)
      #expect(nearest.first?["differs"]?.text == #"{"user":"3"}"#)
      let wrong = try await verify(#"{"match":{"rout":"home"},"atLeast":-1}"#)
      #expect(wrong.status == 422)
      #expect(wrong.text.contains("did you mean route?") && wrong.text.contains(#""pointer":"/atLeast""#))
    }
  }

  @Test func `only the last ones are kept, or none`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal", "5"]) { server in
      for user in 1...12 { _ = try await server.get("/screens/home?user=\(user)") }
      let told = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      #expect(
        told["requests"]?.arrayValue?.compactMap { $0["user"]?.stringValue } == ["12", "11", "10", "9", "8"])
      #expect(told["requests"]?.arrayValue?.first?["id"] == 12)
    }
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal", "0"]) { server in
      _ = try await server.get("/screens/home")
      let none = try await server.admin("GET", "/requests")
      #expect(none.status == 404)
      #expect(none.text.contains("the server was started with --journal 0"))
    }
  }

  @Test func `who listens is told of requests as they come, and of what was missed`() async throws {
    try await Server.run(in: folder) { server in
      for route in ["home", "menu", "menu"] { _ = try await server.get("/screens/\(route)?user=1") }
      let number = try #require(Int(server.port))
      func listen(_ query: String, _ fields: String = "") throws -> TestClient {
        let client = try #require(TestClient(port: number))
        client.send(
          "GET /admin/requests/events\(query) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Server.token)\r\n\(fields)\r\n"
        )
        return client
      }
      func hear(_ client: TestClient, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        while !String(decoding: client.received, as: UTF8.self).contains(text) {
          guard client.receive() else {
            Issue.record("no \(text)", sourceLocation: sourceLocation)
            return
          }
        }
      }
      let all = try listen("", "Last-Event-ID: 1\r\n")
      hear(all, "event: request\nid: 2\ndata: {\"id\":2,")
      hear(all, "id: 3\n")
      let menu = try listen("?route=menu&status=503")
      hear(menu, "retry: 2000\n\n")
      _ = try await server.get("/screens/home?__status=503")
      _ = try await server.get("/screens/menu")
      _ = try await server.get("/screens/menu?__status=503")
      hear(all, "id: 6\n")
      hear(menu, "id: 6\n")
      #expect(!String(decoding: menu.received, as: UTF8.self).contains("id: 5\n"))
      #expect(!String(decoding: all.received, as: UTF8.self).contains("id: 1\n"))
      #expect(!String(decoding: all.received, as: UTF8.self).contains("Access-Control-Allow-Origin"))
    }
  }

  @Test func `bodies are kept when that is asked for, without their coding`() async throws {
    let screen = try await Server.run(in: folder) { server in
      _ = try await server.get("/screens/menu")
      let told = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      #expect(told["requests"]?.arrayValue?.first?["body"] == nil)
    }
    #expect(screen.status == 0)
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal-bodies"]) { server in
      let plain = try await server.get("/screens/menu")
      let coded = try await server.get("/screens/menu", fields: [CurlField("Accept-Encoding", "gzip")])
      #expect(coded.value(of: "Content-Encoding") == "gzip")
      _ = try await server.get("/screens/menu?__status=500")
      let told = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let bodies = told["requests"]?.arrayValue?.map { $0["body"]?.stringValue } ?? []
      #expect(bodies.count == 3)
      #expect(bodies.last == plain.text)
      #expect(bodies.dropLast().last == plain.text)
      #expect(bodies.first??.contains(#""status":500"#) == true)
      let archive = try JSONParser.parse(try await server.admin("GET", "/requests/har").text)
      let entries = archive["log"]?["entries"]?.arrayValue ?? []
      #expect(entries.last?["response"]?["content"]?["text"]?.stringValue == plain.text)
    }
  }

  @Test func `what was asked for in vain is told too, and how long an answer took`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.get("/screens/hom?user=1")
      _ = try await server.get("/screens/home?__delay=50")
      let told = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let requests = told["requests"]?.arrayValue ?? []
      #expect(requests.last?["route"] == "hom" && requests.last?["status"] == 404)
      #expect((requests.first?["milliseconds"]?.numberValue?.intValue ?? 0) >= 49)
    }
  }

  @Test func `no secret is told, wherever it stands`() async throws {
    try await Server.run(in: folder) { server in
      let token = "mq_" + String(repeating: "A", count: 43)
      _ = try await server.get("/screens/\(token)")
      _ = try await server.get("/screens/nop%3Ftoken=hush%26y")
      _ = try await server.get("/screens/home?x=%6Dq_" + String(repeating: "A", count: 43))
      _ = try await server.get("/screens/home?access_key=hush&pwd=hush&bearer=hush&code=hush")
      _ = try await server.get("/screens/home", fields: [CurlField("Screen-User", token)])
      for path in ["/requests", "/requests/har"] {
        let told = try await server.admin("GET", path).text
        #expect(!told.contains("AAAA") && !told.contains("hush"), "\(told)")
      }
      let verified = try await server.admin(
        "POST", "/requests/verify", body: #"{"match":{"route":"none"},"atLeast":1}"#)
      #expect(verified.status == 422 && !verified.text.contains("AAAA") && !verified.text.contains("hush"))
    }
  }

  @Test func `an expectation that cannot be met is refused, and too many are shown`() async throws {
    try await Server.run(in: folder) { server in
      for user in 1...3 { _ = try await server.get("/screens/home?user=\(user)") }
      let wrong = try await server.admin(
        "POST", "/requests/verify", body: #"{"match":{},"atLeast":3,"atMost":1}"#)
      #expect(wrong.status == 422 && wrong.text.contains(#""pointer":"/atMost""#), "\(wrong.text)")
      let many = try await server.admin(
        "POST", "/requests/verify", body: #"{"match":{"route":"home"},"atMost":1}"#)
      let matching = try JSONParser.parse(many.text)["matching"]?.arrayValue
      #expect(matching?.map { $0["user"] } == ["3", "2", "1"])
    }
  }

  @Test func `a listener that has missed too much is told how much, and hears the newest`() async throws {
    try await Server.run(in: folder) { server in
      let long = String(repeating: "x", count: 1500)
      for number in 0..<200 { _ = try await server.get("/screens/home?n=\(number)&long=\(long)") }
      let number = try #require(Int(server.port))
      let client = try #require(TestClient(port: number))
      client.send(
        "GET /admin/requests/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Server.token)\r\nLast-Event-ID: 1\r\n\r\n"
      )
      while !String(decoding: client.received, as: UTF8.self).contains("id: 200\n") {
        guard client.receive() else {
          Issue.record("the stream ended")
          return
        }
      }
      let text = String(decoding: client.received, as: UTF8.self)
      #expect(text.contains("retry: 2000\n\nevent: skipped\ndata: {\"skipped\":"))
      #expect(!text.contains("id: 2\n") && text.contains("id: 199\n"))
    }
  }

  #if os(Linux)
    @Test func `bodies that are let go take no memory`() async throws {
      let text = String(repeating: "y", count: 600_000)
      try folder.write(
        Lines.definition(["a"]).replacing(#""text1":"a""#, with: #""text1":"\#(text)""#),
        to: "screens/large.json")
      try await Server.run(in: folder, ["--admin-token", Server.token, "--journal-bodies"]) { server in
        for _ in 0..<20 { _ = try await server.get("/screens/large") }
        let before = try server.program.residentBytes()
        for _ in 0..<150 { _ = try await server.get("/screens/large") }
        let grown = try server.program.residentBytes() - before
        #expect(grown < 30 << 20 || Program.isSanitized, "\(grown) bytes more")
        let kept = try JSONParser.parse(try await server.admin("GET", "/requests/count").text)
        #expect((kept["count"]?.numberValue?.intValue ?? 999) <= 14, "\(kept.text)")
        // Coded bodies count as what they are when they are told.
        for _ in 0..<50 {
          _ = try await server.get("/screens/large", fields: [CurlField("Accept-Encoding", "gzip")])
        }
        let told = try await server.admin("GET", "/requests?limit=500")
        #expect(told.body.count < 9 << 20)
      }
    }
  #endif
}
