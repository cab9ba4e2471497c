import CurlClient
import Foundation
import JSONText
import RawClient
import Testing

/// Responses that the mock changes.
@Suite final class MockTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  deinit { folder.remove() }

  @Test func `faults happen on the connection`() async throws {
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
      // The next response is unchanged.
      #expect(try await server.get("/screens/lines").text == whole)
    }
  }

  @Test func `delayed and slow responses are complete and block no thread`() async throws {
    try await Server.run(in: folder) { server in
      let began = ContinuousClock.now
      let answer = try await server.get("/screens/lines?__delay=120..130&__bytes-per-second=1000")
      #expect(answer.text == Lines.viewItems(["a", "b"]))
      #expect(answer.value(of: "ETag") != nil)
      // A delay is never shorter.
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

  @Test func `marquee chaos writes the bytes that the server sends`() async throws {
    try await Server.run(in: folder) { server in
      for kind in [
        "unknown-view-type", "extra-member", "long-text", "right-to-left", "emoji", "empty-screen",
        "many-items", "missing-required", "wrong-type", "null-value", "truncated-body", "invalid-utf8",
        "html-instead",
      ] {
        let answer = try await server.get("/screens/lines?__chaos=\(kind)&__seed=7")
        let run = try await Program.run(
          ["chaos", "lines", "--kind", kind, "--seed", "7", "--output", "fixtures"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let file = try #require(run.outputLines.first)
        let bytes = try Data(contentsOf: folder.url.appending(path: String(file)))
        #expect(Array(bytes) == answer.body, "\(kind)")
      }
    }
  }

  @Test func `the first preference of a name counts, and an invalid one is ignored`() async throws {
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
    ("{}", #""pointer":"""#, "a rule needs at least one effect"),
    (#"{"status":99}"#, #""pointer":"/status""#, "a whole number from 200 to 599"),
    (#"{"fault":"rest"}"#, #""pointer":"/fault""#, "did you mean reset?"),
    (#"{"delay":{"from":9,"to":1}}"#, #""pointer":"/delay""#, "milliseconds up to 120000"),
    (
      #"{"delay":1,"match":{"route":"no way"}}"#, #""pointer":"/match/route""#,
      "a route such as home; * matches any characters within a segment"
    ),
    (#"{"delay":1,"match":{"probability":2}}"#, #""pointer":"/match/probability""#, "from 0 to 1"),
    (#"{"delay":1,"match":{"condition":{"a":{"$gtt":1}}}}"#, #""pointer":"/match/condition/a/$gtt""#, "$gtt"),
    (#"{"delay":1,"match":{"nth":0}}"#, #""pointer":"/match/nth""#, "a whole number from 1"),
    (#"{"dely":1}"#, #""pointer":"/dely""#, "did you mean delay?"),
  ])
  func `an invalid rule is refused with place and reason`(_ body: String, _ pointer: String, _ text: String)
    async throws
  {
    try await Server.run(in: folder) { server in
      let refused = try await server.admin("PUT", "/mock/rules/r", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(pointer), "\(refused.text)")
      #expect(refused.text.contains(text), "\(refused.text)")
    }
  }

  @Test func `a delay for all screens applies, and a mock that is off does nothing`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--delay", "60..70"]) { server in
      let began = ContinuousClock.now
      let delayed = try await server.get("/screens/lines")
      #expect(delayed.status == 200)
      #expect(ContinuousClock.now - began >= .milliseconds(60))
      // The request does not ask for the delay, so no field names it.
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
