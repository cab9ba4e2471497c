import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Screens at addresses of the app's own.
@Suite final class ScreenAddressTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(
      #"""
      {"request": {"method": "GET", "path": "/v2/home"}, "screen": "home", "user": "headers.x-user-id",
       "attributes": {"country": "headers.x-country", "tag": "query.tag.1"}}
      """#, to: "screens/_endpoints/home.json")
    try folder.write(
      #"{"request": {"method": "POST", "path": "/rpc/{name}", "when": {"body.screen": "home"}}, "screen": "home", "format": "contents", "user": "body.user"}"#,
      to: "screens/_endpoints/rpc.json")
  }

  @Test func `the response is that of /screens, decided by the mapped fields alone`() async throws {
    try await Server.run(in: folder) { server in
      for user in ["42", "3"] {
        let own = try await server.get("/screens/home?user=\(user)")
        let answer = try await server.get(
          "/v2/home/?version=9&format=none&user=7&variant=x&tag=a&tag=b&__status=500",
          fields: [
            CurlField("X-User-Id", user), CurlField("X-Country", "KR"), CurlField("Screen-User", "7"),
            CurlField("Accept-View-Types", "NONE"), CurlField("Prefer", "status=503"),
          ])
        #expect(answer.status == 200 && answer.text == own.text)
        for name in ["ETag", "Screen-Version", "Screen-Variant", "Screen-Assignments", "Cache-Control"] {
          #expect(answer.value(of: name) == own.value(of: name), "\(name)")
        }
        #expect(answer.value(of: "Vary") == "Accept-Encoding, x-user-id, x-country")
        let again = try await server.get(
          "/v2/home",
          fields: [
            CurlField("X-User-Id", user), CurlField("If-None-Match", try #require(own.value(of: "ETag"))),
          ])
        #expect(again.status == 304 && again.value(of: "Vary") == "Accept-Encoding, x-user-id, x-country")
      }
      let post = try await server.send(
        "POST", "/rpc/screens", [CurlField("Content-Type", "application/json")],
        #"{"screen": "home", "user": "42"}"#)
      let contents = try await server.get("/screens/home?user=42&format=contents")
      #expect(post.text == contents.text)
      #expect(try await server.head("/v2/home").status == 200)
      #expect(try await server.send("PUT", "/v2/home", [], nil).value(of: "Allow") == "GET, HEAD, OPTIONS")
      let gzip = try await server.get("/v2/home", fields: [CurlField("Accept-Encoding", "gzip")])
      #expect(gzip.value(of: "Content-Encoding") == "gzip")
    }
  }

  @Test func `exposures, the journal, rules and sessions are as at /screens`() async throws {
    try await Server.run(in: folder) { server in
      let rule = #"{"match": {"path": "/v2/**"}, "status": 503}"#
      let session = try await server.session()
      _ = try await server.admin("PUT", "/mock/rules/down", body: rule, in: session)
      #expect(try await server.get(session.path + "/v2/home").status == 503)
      #expect(try await server.get(session.path + "/screens/home").status == 200)
      _ = try await server.get("/v2/home?secret=1", fields: [CurlField("X-User-Id", "42")])
      let listed = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let request = try #require(listed["requests"]?.arrayValue?.first)
      #expect(request["route"] == "home" && request["endpoint"] == "home" && request["user"] == "42")
      #expect(request["path"] == "/v2/home?secret=…" && request["version"] == 1)
      let own = try await server.get("/screens/home?user=42")
      #expect(request["body"]?.stringValue == own.text)
      try await server.wait(for: "exposure") {
        try await $0.admin("GET", "/experiments/home-price-first/results").text.contains(#""units":1"#)
      }
    }
  }

  @Test func `they answer with --no-mock, too`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--no-mock"]) { server in
      let own = try await server.get("/screens/home")
      #expect(try await server.get("/v2/home").text == own.text)
    }
  }
}
