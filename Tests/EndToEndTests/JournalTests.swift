import CurlClient
import Foundation
import JSONText
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
}
