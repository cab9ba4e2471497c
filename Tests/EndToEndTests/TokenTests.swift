import CurlClient
import Foundation
import JSONText
import Testing

/// Who may do what, and who did.
@Suite final class TokenTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  deinit { folder.remove() }

  private static func make(_ name: String, _ scope: String, _ server: Server) async throws -> String {
    let answer = try await server.admin("PUT", "/tokens/\(name)", body: #"{"scope":"\#(scope)"}"#)
    #expect(answer.status == 201)
    return try #require(try JSONParser.parse(answer.text)["token"]?.stringValue)
  }

  @Test func `a token does what its scope says, and no more`() async throws {
    try await Server.run(in: folder) { server in
      let read = try await Self.make("reader", "read", server)
      let edit = try await Self.make("editor", "edit", server)
      let publish = try await Self.make("ci", "publish", server)
      let body = Lines.definition(["b"])
      func status(_ method: String, _ path: String, _ token: String) async throws -> Int {
        let sends = method == "PUT" || method == "POST"
        return try await server.admin(method, path, body: sends ? body : nil, token: token).status
      }
      for token in [read, edit, publish] { #expect(try await status("GET", "/screens/lines", token) == 200) }
      #expect(try await status("PUT", "/screens/lines/draft", read) == 403)
      #expect(try await status("PUT", "/screens/lines/draft", edit) == 201)
      #expect(try await status("PUT", "/screens/lines?dryRun=true", read) == 403)
      #expect(try await status("PUT", "/screens/lines?dryRun=true", edit) == 200)
      let refused = try await server.admin("PUT", "/screens/lines", body: body, token: edit)
      #expect(refused.status == 403)
      #expect(refused.text.contains(#"the token \"editor\" has the scope edit, and this needs publish"#))
      #expect(
        refused.value(of: "WWW-Authenticate") == #"Bearer error="insufficient_scope", scope="publish""#)
      #expect(try await status("POST", "/screens/lines/publish?dryRun=true", edit) == 422)
      #expect(try await status("PUT", "/screens/lines", publish) == 200)
      for path in ["/tokens", "/tokens/ci"] {
        #expect(try await status(path == "/tokens" ? "GET" : "DELETE", path, publish) == 403)
      }
      #expect(try await server.admin("GET", "/screens/lines/versions").text.contains(#""by":"ci""#))
    }
  }

  @Test func `a token is known after a restart, until it is revoked, and its secret is kept nowhere`()
    async throws
  {
    var secret = ""
    try await Server.run(in: folder) { server in
      secret = try await Self.make("ci", "publish", server)
      #expect(try await server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#).status == 409)
      for name in ["admin", "Admin", "a%20b", "-a"] {
        #expect(try await server.admin("PUT", "/tokens/\(name)", body: #"{"scope":"read"}"#).status == 400)
      }
      for body in [#"{"scope":"administer"}"#, #"{"scope":1}"#, "{}", "[]"] {
        #expect(try await server.admin("PUT", "/tokens/other", body: body).status == 422)
      }
    }
    let kept = secret
    let database = try Data(contentsOf: URL(filePath: folder.path("data/marquee.sqlite")))
    #expect(database.range(of: Data("ci".utf8)) != nil)
    #expect(database.range(of: Data(kept.utf8)) == nil)
    try await Server.run(in: folder) { server in
      #expect(try await server.admin("GET", "/audit", token: kept).status == 200)
      let list = try await server.admin("GET", "/tokens")
      #expect(list.text.contains(#""name":"ci","scope":"publish""#))
      #expect(!list.text.contains(kept))
      #expect(try await server.admin("DELETE", "/tokens/ci").status == 200)
      #expect(try await server.admin("GET", "/audit", token: kept).status == 403)
      #expect(try await server.admin("DELETE", "/tokens/ci").status == 404)
    }
  }

  @Test func `the audit says who did what, newest first, and cannot be changed`() async throws {
    try await Server.run(in: folder) { server in
      let ci = try await Self.make("ci", "publish", server)
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]), token: ci)
      _ = try await server.admin("DELETE", "/screens/lines", token: ci)
      _ = try await server.admin("DELETE", "/tokens/ci")
      let answer = try await server.admin("GET", "/audit?limit=4")
      let entries = try #require(try JSONParser.parse(answer.text)["entries"]?.arrayValue)
      #expect(
        entries.map { "\($0["by"]?.stringValue ?? "") \($0["action"]?.stringValue ?? "")" } == [
          "admin revoke-token", "ci delete-screen", "ci publish", "admin create-token",
        ])
      let last = try #require(entries.last?["id"]?.numberValue?.intValue)
      let before = try await server.admin("GET", "/audit?before=\(last)")
      #expect(before.text.contains(#""by":"screens/","action":"publish","subject":"lines","version":1"#))
      for method in ["PUT", "POST", "DELETE", "PATCH"] {
        #expect(try await server.admin(method, "/audit", body: "{}").status == 405)
      }
    }
  }
}
