import CurlClient
import Foundation
import JSONText
import RawClient
import Testing

/// What the mock does to answers on their way out.
@Suite final class MockTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  deinit { folder.remove() }

  @Test func `a request asks for a status, by field or by query`() async throws {
    try await Server.run(in: folder) { server in
      let byField = try await server.get(
        "/screens/lines", fields: [CurlField("Prefer", "respond-async, Status=503; x=1")])
      #expect(byField.status == 503)
      #expect(byField.value(of: "Content-Type") == "application/problem+json")
      #expect(byField.value(of: "Mock-Applied") == "request")
      #expect(byField.value(of: "Preference-Applied") == "status=503")
      let byQuery = try await server.get("/screens/lines?user=1&__status=404")
      #expect(byQuery.status == 404)
      #expect(byQuery.value(of: "Mock-Applied") == "request")
      #expect(byQuery.value(of: "Preference-Applied") == nil)
      let plain = try await server.get(
        "/screens/lines?user=1", fields: [CurlField("Prefer", "respond-async")])
      #expect(plain.text == Lines.viewItems(["a", "b"]))
      #expect(plain.value(of: "Mock-Applied") == nil)
      #expect(try await server.get("/screens/lines?__status=204").status == 204)
    }
  }

  @Test(arguments: [
    ("?__status=99", #""__status\" cannot be \"99\": a number from 200 to 599"#),
    ("?__delay=soon", "milliseconds up to 120000, such as 800 or 200..800"),
    ("?__fault=rset", "reset, empty, half, garbage"), ("?__stat=1", "did you mean __status?"),
    ("?__bytes-per-second=0", "a whole number from 1"),
  ])
  func `a wish that cannot be is told`(_ query: String, _ text: String) async throws {
    try await Server.run(in: folder) { server in
      let answer = try await server.get("/screens/lines" + query)
      #expect(answer.status == 400)
      #expect(answer.text.contains(text), "\(answer.text)")
    }
  }

  @Test func `faults are faults on the wire`() async throws {
    try await Server.run(in: folder) { server in
      let whole = Lines.viewItems(["a", "b"])
      func raw(_ query: String) throws -> (text: String, ending: TestClient.Ending) {
        let port = try #require(Int(server.port))
        let client = try #require(TestClient(port: port))
        client.send("GET /screens/lines?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = client.receiveAll()
        return (text, client.ending)
      }
      let reset = try raw("__fault=reset")
      #expect(reset.text == "" && reset.ending == .reset)
      let empty = try raw("__fault=empty")
      #expect(empty.text == "" && empty.ending == .end)
      let garbage = try raw("__fault=garbage")
      #expect(!garbage.text.hasPrefix("HTTP/") && !garbage.text.isEmpty && garbage.ending == .end)
      let half = try raw("__fault=half")
      #expect(half.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(half.text.contains("Content-Length: \(whole.utf8.count)\r\n"))
      #expect(half.text.hasSuffix("\r\n\r\n" + String(whole.prefix(whole.utf8.count / 2))))
      #expect(half.ending == .end)
      // The next one is as it should be.
      #expect(try await server.get("/screens/lines").text == whole)
    }
  }

  @Test func `a delayed and a dripping answer are whole, and cost no thread`() async throws {
    try await Server.run(in: folder) { server in
      let began = ContinuousClock.now
      let answer = try await server.get("/screens/lines?__delay=120..130&__bytes-per-second=1000")
      #expect(answer.text == Lines.viewItems(["a", "b"]))
      #expect(answer.value(of: "ETag") != nil)
      // It is never early.
      #expect(ContinuousClock.now - began >= .milliseconds(120))
      let url = server.url
      let texts = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<100 {
          group.addTask {
            guard let session = try? CurlSession() else { return nil }
            return try? await session.response(to: CurlRequest("GET", url + "/screens/lines?__delay=300"))
              .text
          }
        }
        return await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(texts == Array(repeating: Lines.viewItems(["a", "b"]), count: 100))
    }
  }

  @Test func `rules are set, listed, told apart and taken away`() async throws {
    try await Server.run(in: folder) { server in
      let down = #"{"match":{"route":"menu/*"},"status":503}"#
      #expect(try await server.admin("PUT", "/mock/rules/down", body: down).status == 201)
      #expect(try await server.admin("PUT", "/mock/rules/down", body: down).status == 200)
      let answer = try await server.get("/screens/menu/noodles")
      #expect(answer.status == 503)
      #expect(answer.value(of: "Mock-Applied") == "down")
      #expect(try await server.get("/screens/lines").status == 200)
      let list = try await server.admin("GET", "/mock/rules")
      #expect(list.text == #"{"rules":[{"name":"down","match":{"route":"menu/*"},"status":503}]}"#)
      #expect(try await server.admin("GET", "/mock/rules/dwn").text.contains("did you mean down?"))
      // What the request says stands above the rule.
      let narrower = try await server.get("/screens/menu/noodles?__status=500")
      #expect(narrower.status == 500)
      #expect(narrower.value(of: "Mock-Applied") == "request, down")
      #expect(try await server.admin("DELETE", "/mock/rules/down").status == 200)
      #expect(try await server.admin("DELETE", "/mock/rules/down").status == 404)
      #expect(try await server.get("/screens/menu/noodles").status == 200)
      #expect(try await server.get("/admin/mock/rules").status == 401)
    }
  }

  @Test func `a rule is for the n-th request, some of them, so many of them, or those it describes`()
    async throws
  {
    try await Server.run(in: folder) { server in
      func statuses(_ rule: String, _ paths: [String]) async throws -> [Int] {
        _ = try await server.admin("DELETE", "/mock/rules")
        let set = try await server.admin("PUT", "/mock/rules/r", body: rule)
        #expect(set.status == 201, "\(set.text)")
        var statuses: [Int] = []
        for path in paths { statuses.append(try await server.get("/screens/lines" + path).status) }
        return statuses
      }
      let five = Array(repeating: "", count: 5)
      let second = try await statuses(#"{"match":{"nth":2},"status":500}"#, five)
      #expect(second == [200, 500, 200, 200, 200])
      let twice = try await statuses(#"{"match":{"times":2},"status":500}"#, five)
      #expect(twice == [500, 500, 200, 200, 200])
      let koreans = try await statuses(
        #"{"match":{"condition":{"country":"KR"}},"status":500}"#, ["", "?country=KR", "?country=DE"])
      #expect(koreans == [200, 500, 200])
      let some = #"{"match":{"probability":0.5},"seed":7,"status":500}"#
      let hundred = Array(repeating: "", count: 100)
      let one = try await statuses(some, hundred)
      let again = try await statuses(some, hundred)
      #expect(one == again)
      // Six standard deviations.
      #expect((20...80).contains(one.count { $0 == 500 }))
      // The first one by order, of those that match.
      _ = try await server.admin("DELETE", "/mock/rules")
      _ = try await server.admin("PUT", "/mock/rules/b", body: #"{"order":2,"status":501}"#)
      _ = try await server.admin(
        "PUT", "/mock/rules/c", body: #"{"order":1,"match":{"times":1},"status":502}"#)
      let first = try await server.get("/screens/lines").status
      let next = try await server.get("/screens/lines").status
      #expect(first == 502)
      #expect(next == 501)
    }
  }

  @Test func `the first preference of a name counts, and one that cannot be met is ignored`() async throws {
    try await Server.run(in: folder) { server in
      let first = try await server.get(
        "/screens/lines", fields: [CurlField("Prefer", "status=503, status=200")])
      #expect(first.status == 503)
      let odd = try await server.get("/screens/lines", fields: [CurlField("Prefer", "delay=soon, status")])
      #expect(odd.status == 200)
      #expect(odd.value(of: "Preference-Applied") == nil)
      // Names of an app's own are attributes.
      #expect(try await server.get("/screens/lines?__typename=Screen").status == 200)
      let reset = try await server.get("/screens/lines?__status=205")
      #expect(reset.status == 205 && reset.text.isEmpty)
    }
  }

  @Test(arguments: [
    "unknown-view-type", "extra-member", "long-text", "right-to-left", "emoji", "empty-screen", "many-items",
    "missing-required", "wrong-type", "null-value", "truncated-body", "invalid-utf8", "html-instead",
  ])
  func `chaos breaks a screen the same way each time, on the wire and as files`(_ kind: String) async throws {
    let plain = Lines.viewItems(["a", "b"])
    try await Server.run(in: folder) { server in
      let one = try await server.get("/screens/lines?__chaos=\(kind)&__seed=7")
      let again = try await server.get(
        "/screens/lines", fields: [CurlField("Prefer", "chaos=\(kind), seed=7")])
      #expect(one.status == 200)
      #expect(one.body != Array(plain.utf8))
      #expect(one.body == again.body)
      #expect(one.value(of: "Cache-Control") == "no-store" && one.value(of: "ETag") == nil)
      #expect(one.value(of: "Mock-Applied") == "request")
      let set = try await server.admin("PUT", "/mock/rules/r", body: #"{"chaos":"\#(kind)","seed":7}"#)
      #expect(set.status == 201)
      #expect(try await server.get("/screens/lines").body == one.body)
      let run = try await Program.run(
        ["chaos", "lines", "--kind", kind, "--seed", "7", "--output", "fixtures"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let file = try #require(run.outputLines.first)
      let bytes = try Data(contentsOf: folder.url.appending(path: String(file)))
      #expect(Array(bytes) == one.body)
    }
  }

  @Test(arguments: [
    ("{}", #""pointer":"""#, "a rule does something"),
    (#"{"status":99}"#, #""pointer":"/status""#, "a whole number from 200 to 599"),
    (#"{"fault":"rest"}"#, #""pointer":"/fault""#, "did you mean reset?"),
    (#"{"delay":{"from":9,"to":1}}"#, #""pointer":"/delay""#, "milliseconds up to 120000"),
    (
      #"{"delay":1,"match":{"route":"no way"}}"#, #""pointer":"/match/route""#,
      "a route such as home; * stands for any characters of a segment"
    ),
    (#"{"delay":1,"match":{"probability":2}}"#, #""pointer":"/match/probability""#, "from 0 to 1"),
    (#"{"delay":1,"match":{"condition":{"a":{"$gtt":1}}}}"#, #""pointer":"/match/condition/a/$gtt""#, "$gtt"),
    (#"{"delay":1,"match":{"nth":0}}"#, #""pointer":"/match/nth""#, "a whole number from 1"),
    (#"{"dely":1}"#, #""pointer":"/dely""#, "did you mean delay?"),
  ])
  func `a rule that is wrong says where and what`(_ body: String, _ pointer: String, _ text: String)
    async throws
  {
    try await Server.run(in: folder) { server in
      let refused = try await server.admin("PUT", "/mock/rules/r", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(pointer), "\(refused.text)")
      #expect(refused.text.contains(text), "\(refused.text)")
    }
  }

  @Test func `a delay for all holds, and turned off the mock does nothing`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--delay", "60..70"]) { server in
      let began = ContinuousClock.now
      let delayed = try await server.get("/screens/lines")
      #expect(delayed.status == 200)
      #expect(ContinuousClock.now - began >= .milliseconds(60))
      // Nobody has asked for it, so nobody is told.
      #expect(try await server.get("/screens/lines?__delay=0").value(of: "Mock-Applied") == "request")
      #expect(try await server.get("/screens/lines").value(of: "Mock-Applied") == nil)
    }
    try await Server.run(in: folder, ["--admin-token", Server.token, "--no-mock"]) { server in
      let untouched = try await server.get("/screens/lines?__status=500")
      #expect(untouched.status == 200)
      let refused = try await server.admin("PUT", "/mock/rules/r", body: #"{"status":500}"#)
      #expect(refused.status == 409)
      #expect(refused.text.contains("the server was started with --no-mock"))
    }
    let wrong = try await Program.run(["serve", "--delay", "later"], in: folder)
    #expect(wrong.status == 64)
  }
}
