import Foundation
import JSONText
import TestFolders
import Testing

/// Access tokens, and the audit.
@Suite final class TokenTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private static func make(_ name: String, _ scope: String, _ server: FolderServer) throws -> String {
    let response = try server.admin("PUT", "/tokens/\(name)", body: #"{"scope":"\#(scope)"}"#)
    #expect(response.status == 201)
    return try #require(try JSONParser.parse(response.text)["token"]?.stringValue)
  }

  @Test func `a token permits what its scope includes`() throws {
    try FolderServer.run(in: folder) { server in
      let read = try Self.make("reader", "read", server)
      let edit = try Self.make("editor", "edit", server)
      let publish = try Self.make("ci", "publish", server)
      let body = Lines.definition(["b"])
      func status(_ method: String, _ path: String, _ token: String) throws -> Int {
        let sends = method == "PUT" || method == "POST"
        return try server.admin(method, path, body: sends ? body : nil, token: token).status
      }
      for token in [read, edit, publish] { #expect(try status("GET", "/screens/lines", token) == 200) }
      #expect(try status("PUT", "/screens/lines/draft", read) == 403)
      #expect(try status("PUT", "/screens/lines/draft", edit) == 201)
      #expect(try status("PUT", "/screens/lines?dryRun=true", read) == 403)
      #expect(try status("PUT", "/screens/lines?dryRun=true", edit) == 200)
      let refused = try server.admin("PUT", "/screens/lines", body: body, token: edit)
      #expect(refused.status == 403)
      #expect(refused.text.contains(#"the token \"editor\" has the scope edit, and this needs publish"#))
      #expect(
        refused.value(of: "WWW-Authenticate") == #"Bearer error="insufficient_scope", scope="publish""#)
      #expect(try status("POST", "/screens/lines/publish?dryRun=true", edit) == 422)
      #expect(try status("PUT", "/screens/lines", publish) == 200)
      for path in ["/tokens", "/tokens/ci"] {
        #expect(try status(path == "/tokens" ? "GET" : "DELETE", path, publish) == 403)
      }
      #expect(try server.admin("GET", "/screens/lines/versions").text.contains(#""by":"ci""#))
    }
  }

  @Test func `a token is valid until it is revoked, and its secret is not stored`()
    throws
  {
    var secret = ""
    try FolderServer.run(in: folder) { server in
      secret = try Self.make("ci", "publish", server)
      #expect(try server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#).status == 409)
      for name in ["admin", "Admin", "a%20b", "-a"] {
        #expect(try server.admin("PUT", "/tokens/\(name)", body: #"{"scope":"read"}"#).status == 400)
      }
      for body in [#"{"scope":"administer"}"#, #"{"scope":1}"#, "{}", "[]"] {
        #expect(try server.admin("PUT", "/tokens/other", body: body).status == 422)
      }
    }
    let kept = secret
    let database = try Data(contentsOf: URL(filePath: folder.path("data/marquee.sqlite")))
    #expect(database.range(of: Data("ci".utf8)) != nil)
    #expect(database.range(of: Data(kept.utf8)) == nil)
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("GET", "/audit", token: kept).status == 200)
      let list = try server.admin("GET", "/tokens")
      #expect(list.text.contains(#""name":"ci","scope":"publish""#))
      #expect(!list.text.contains(kept))
      #expect(try server.admin("DELETE", "/tokens/ci").status == 200)
      #expect(try server.admin("GET", "/audit", token: kept).status == 403)
      #expect(try server.admin("DELETE", "/tokens/ci").status == 404)
    }
  }

  @Test func `the audit lists who did what, newest first, and is read-only`() throws {
    try FolderServer.run(in: folder) { server in
      let ci = try Self.make("ci", "publish", server)
      _ = try server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]), token: ci)
      _ = try server.admin("DELETE", "/screens/lines", token: ci)
      _ = try server.admin("DELETE", "/tokens/ci")
      let response = try server.admin("GET", "/audit?limit=4")
      let entries = try #require(try JSONParser.parse(response.text)["entries"]?.arrayValue)
      #expect(
        entries.map { "\($0["by"]?.stringValue ?? "") \($0["action"]?.stringValue ?? "")" } == [
          "admin revoke-token", "ci delete-screen", "ci publish", "admin create-token",
        ])
      let last = try #require(entries.last?["id"]?.numberValue?.intValue)
      let before = try server.admin("GET", "/audit?before=\(last)")
      #expect(before.text.contains(#""by":"screens/","action":"publish","subject":"lines","version":1"#))
      for method in ["PUT", "POST", "DELETE", "PATCH"] {
        #expect(try server.admin(method, "/audit", body: "{}").status == 405)
      }
    }
  }
}
