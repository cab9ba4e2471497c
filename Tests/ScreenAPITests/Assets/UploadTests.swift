import HTTPWire
import JSONText
import TestFolders
import Testing

/// Uploaded pictures.
@Suite final class UploadTests: Sendable {
  private static let picture = "GIF89a and so on"
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static func definition(_ uri: String) -> String {
    #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"\#(uri)"}}]}"#
  }

  private func upload(
    _ body: String = picture, as type: String = "image/gif", to server: FolderServer, in prefix: String = ""
  ) throws -> FolderServer.Response {
    try server.request(
      "POST", prefix + "/admin/assets",
      fields: [("Authorization", "Bearer \(FolderServer.token)"), ("Content-Type", type)], body: body)
  }

  private func uri(_ response: FolderServer.Response) throws -> String {
    #expect(response.status == 201, "\(response.text)")
    return try #require(try JSONParser.parse(response.text)["uri"]?.stringValue)
  }

  @Test func `a picture is named by its content, and content can name it`() throws {
    try FolderServer.run(in: folder) { server in
      // The bytes count, not what the request says about them.
      let uri = try self.uri(try upload(as: "text/html", to: server))
      #expect(uri.wholeMatch(of: /asset:[0-9a-f]{64}\.gif/) != nil)
      #expect(try self.uri(try upload(to: server)) == uri)
      #expect(try self.uri(try upload("GIF89a", to: server)) != uri)
      #expect(try server.admin("PUT", "/screens/other", body: Self.definition(uri)).status == 201)
      let address = server.url + "/assets/" + uri.dropFirst(6)
      #expect(try server.get("/screens/other").text.contains(address))
      let name = String(uri.dropFirst(6))
      let asset = try server.get("/assets/\(name)")
      #expect(asset.text == Self.picture)
      #expect(asset.value(of: "Content-Type") == "image/gif")
      #expect(asset.value(of: "Cache-Control") == "public, max-age=31536000, immutable")
      #expect(asset.value(of: "X-Content-Type-Options") == "nosniff")
      #expect(try server.get("/assets/\(name)", fields: [("Range", "bytes=0-2")]).text == "GIF")
      let audit = try server.admin("GET", "/audit").text
      #expect(audit.contains(#""action":"set-asset","subject":"\#(name)""#), "\(audit)")
    }
  }

  @Test func `an SVG is served in a sandbox, and one with a script is refused`() throws {
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>"#
    try FolderServer.run(in: folder) { server in
      let name = try self.uri(try upload(svg, as: "image/svg+xml", to: server)).dropFirst(6)
      let asset = try server.get("/assets/\(name)")
      #expect(asset.value(of: "Content-Type") == "image/svg+xml")
      #expect(asset.value(of: "Content-Security-Policy")?.hasPrefix("sandbox; default-src 'none'") == true)
      for body in [svg.replacing("<rect", with: "<script/><rect"), "no picture", ""] {
        let refused = try upload(body, as: "image/png", to: server)
        #expect(refused.status == 415 && refused.text.contains("unsupported-media-type"), "\(refused.text)")
      }
    }
  }

  @Test func `a picture has at most 8 MiB, and other bodies at most 1 MiB`() throws {
    try FolderServer.run(in: folder) { server in
      let limit = 8 << 20
      func body(_ count: Int) -> String { "GIF89a" + String(repeating: "a", count: count - 6) }
      let name = try self.uri(try upload(body(limit), to: server)).dropFirst(6)
      #expect(try server.get("/assets/\(name)").body.count == limit)
      let refused = try upload(body(limit + 1), to: server)
      #expect(refused.status == 413 && refused.text.contains("body-too-large"), "\(refused.status)")
      #expect(try server.admin("PUT", "/screens/other", body: body((1 << 20) + 1)).status == 413)
    }
  }

  @Test func `uploads need the scope edit, and deletions publish`() throws {
    try FolderServer.run(in: folder) { server in
      var tokens: [String: String] = [:]
      for scope in ["read", "edit"] {
        let created = try server.admin("PUT", "/tokens/\(scope)", body: #"{"scope":"\#(scope)"}"#)
        tokens[scope] = try #require(try JSONParser.parse(created.text)["token"]?.stringValue)
      }
      func status(_ method: String, _ path: String, _ scope: String) throws -> Int {
        try server.admin(
          method, path, body: method == "POST" ? Self.picture : nil, token: try #require(tokens[scope])
        ).status
      }
      #expect(try status("POST", "/assets", "read") == 403)
      #expect(try status("POST", "/assets", "edit") == 201)
      let name = try self.uri(try upload(to: server)).dropFirst(6)
      #expect(try status("DELETE", "/assets/\(name)", "edit") == 403)
      #expect(try server.request("POST", "/admin/assets", body: Self.picture).status == 401)
    }
  }

  @Test func `a picture is a part of a change set until the set is published`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      let uri = try self.uri(try upload(to: server, in: "/c/spring"))
      let name = uri.dropFirst(6)
      #expect(try server.get("/assets/\(name)").status == 404)
      #expect(try server.get("/c/spring/assets/\(name)").text == Self.picture)
      #expect(try server.admin("PUT", "/screens/other", body: Self.definition(uri)).status == 422)
      let written = try server.request(
        "PUT", "/c/spring/admin/screens/other",
        fields: [("Authorization", "Bearer \(FolderServer.token)"), ("Content-Type", "application/json")],
        body: Self.definition(uri))
      #expect(written.status == 201, "\(written.text)")
      #expect(try server.admin("GET", "/changesets/spring").text.contains("assets/\(name)"))
      let published = try server.admin("POST", "/changesets/spring/publish")
      #expect(published.status == 200, "\(published.text)")
      #expect(try server.get("/assets/\(name)").text == Self.picture)
      #expect(try server.get("/screens/other").text.contains(String(name)))
      #expect(try server.admin("POST", "/changesets/spring/rollback").status == 200)
      #expect(try server.get("/assets/\(name)").status == 404)
      #expect(try server.get("/c/spring/assets/\(name)").text == Self.picture)
    }
  }

  @Test func `a picture that something uses is not deleted, and the others are listed`() throws {
    try FolderServer.run(in: folder) { server in
      func unused() throws -> String { try server.admin("GET", "/assets?unused=true").text }
      let (live, drafted, alone) = (
        try self.uri(try upload(to: server)), try self.uri(try upload("GIF89a1", to: server)),
        try self.uri(try upload("GIF89a2", to: server))
      )
      #expect(try server.admin("PUT", "/screens/other", body: Self.definition(live)).status == 201)
      let draft = try server.admin("PUT", "/screens/other/draft", body: Self.definition(drafted))
      #expect(draft.status == 201, "\(draft.text)")
      #expect(try unused() == #"{"assets":[{"name":"\#(alone.dropFirst(6))","bytes":7}]}"#)
      let refused = try server.admin("DELETE", "/assets/\(live.dropFirst(6))")
      #expect(refused.status == 409 && refused.text.contains("breaks-screens"), "\(refused.text)")
      #expect(try server.admin("DELETE", "/assets/\(alone.dropFirst(6))").status == 200)
      #expect(try server.get("/assets/\(alone.dropFirst(6))").status == 404)
      #expect(try server.admin("DELETE", "/assets/\(alone.dropFirst(6))").status == 404)
      #expect(try unused() == #"{"assets":[]}"#)

      // A draft, and what an open change set has: a screen and a draft of its own.
      func users() throws -> [JSONValue?] {
        let refused = try server.admin("DELETE", "/assets/\(drafted.dropFirst(6))")
        #expect(refused.status == 409 && refused.text.contains("asset-in-use"), "\(refused.text)")
        let problem = try JSONParser.parse(refused.text)
        return [problem["drafts"], problem["changeSets"]]
      }
      #expect(try users() == [["other"], []])
      for (name, path) in [("drafting", "/screens/more/draft"), ("spring", "/screens/more")] {
        try server.makeSet(name)
        let saved = try server.inSet(name, "PUT", path, body: Self.definition(drafted))
        #expect(saved.status == 201, "\(saved.text)")
      }
      #expect(try server.admin("DELETE", "/screens/other/draft").status == 200)
      #expect(try users() == [[], ["drafting", "spring"]])
      #expect(try server.admin("DELETE", "/changesets/drafting").status == 200)
      #expect(try users() == [[], ["spring"]])
      #expect(try unused() == #"{"assets":[]}"#)
      #expect(try server.admin("DELETE", "/changesets/spring").status == 200)
      #expect(try unused().contains(drafted.dropFirst(6)))
      #expect(try server.admin("DELETE", "/assets/\(drafted.dropFirst(6))").status == 200)
    }
  }

  @Test func `a server keeps a limited number of bytes`() throws {
    try FolderServer.run(in: folder) { server in
      for number in 0..<8 {
        let body = "GIF89a\(number)" + String(repeating: "a", count: (8 << 20) - 7)
        #expect(try upload(body, to: server).status == 201)
      }
      let refused = try upload(to: server)
      #expect(refused.status == 507 && refused.text.contains("unused=true"), "\(refused.text)")
    }
  }
}
