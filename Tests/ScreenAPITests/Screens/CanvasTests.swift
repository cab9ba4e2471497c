import JSONText
import TestFolders
import Testing

/// The page in which the console edits: `/preview/{route}?canvas=true`.
@Suite final class CanvasTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/home.json")
  }

  private func session(_ server: FolderServer) throws -> FolderServer.Field {
    let answer = try server.request(
      "POST", "/admin/session", body: #"{"token":"\#(FolderServer.token)"}"#)
    return ("Cookie", String(try #require(answer.value(of: "Set-Cookie")).prefix { $0 != ";" }))
  }

  private static let policy =
    "default-src 'none'; img-src 'self' https: http: data:; style-src 'self'; frame-ancestors 'self'; sandbox"
  private static let bearer: FolderServer.Field = ("Authorization", "Bearer \(FolderServer.token)")

  @Test func `a canvas needs a session of the console and keeps its origin, and allows nothing else`() throws
  {
    try FolderServer.run(in: folder) { server in
      let cookie = try session(server)
      func policy(_ path: String, _ fields: [FolderServer.Field]) throws -> String? {
        let page = try server.get(path, fields: fields)
        #expect(page.status == 200, "\(path) \(page.text)")
        return page.value(of: "Content-Security-Policy")
      }
      #expect(try policy("/preview/home?canvas=true", [cookie]) == Self.policy + " allow-same-origin")
      let head = try server.request("HEAD", "/preview/home?canvas=true", fields: [cookie])
      #expect(head.value(of: "Content-Security-Policy") == Self.policy + " allow-same-origin")
      #expect(try policy("/preview/home", [cookie]) == Self.policy)
      #expect(try policy("/preview/home?canvas=false", [cookie]) == Self.policy)
      // A token does not stand for a session: only the console's own page sends its cookie.
      for fields in [[], [Self.bearer], [("Cookie", "marquee-8080=none")]] {
        let refused = try server.get("/preview/home?canvas=true", fields: fields)
        #expect(refused.status == 401, "\(refused.text)")
        #expect(refused.value(of: "WWW-Authenticate") != nil)
        #expect(refused.value(of: "Content-Security-Policy")?.contains("allow-same-origin") != true)
      }
      // The session is bound to the names of this server.
      let rebound = try server.get("/preview/home?canvas=true", fields: [cookie, ("Host", "evil.example")])
      #expect(rebound.status == 421)
      // An error page is no canvas.
      let missing = try server.get(
        "/preview/home?canvas=true&variant=none", fields: [cookie, ("Accept", "text/html")])
      #expect(missing.status == 404)
      #expect(missing.value(of: "Content-Security-Policy")?.hasSuffix("sandbox") ?? false)
    }
  }

  @Test func `links, samples and attributes know no canvas`() throws {
    try FolderServer.run(in: folder) { server in
      let cookie = try session(server)
      for query in ["canvas=true", "canvas=false", "version=1&canvas=true"] {
        let refused = try server.admin("POST", "/previews", body: #"{"path":"/preview/home?\#(query)"}"#)
        #expect(refused.status == 422, "\(refused.text)")
      }
      let made = try server.admin("POST", "/previews", body: #"{"path":"/preview/home"}"#)
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue)
      let link = String(url.dropFirst(server.url.count))
      #expect(try server.get(link).status == 200)
      let fields: [[FolderServer.Field]] = [[], [cookie], [Self.bearer]]
      for path in [link + "&canvas=true", link.replacing("?", with: "?canvas=true&")] {
        for fields in fields {
          let refused = try server.get(path, fields: fields)
          #expect(refused.status == 400 && refused.text.contains("leave it out"), "\(path) \(refused.text)")
        }
      }
      #expect(try server.get("/previews/ONE_LINE_TEXT/sample?canvas=true", fields: [cookie]).status == 400)
      for wrong in ["canvas=1", "canvas=true&canvas=true"] {
        #expect(try server.get("/preview/home?\(wrong)", fields: [cookie]).status == 400, "\(wrong)")
      }
    }
  }

  @Test func `an item that lacks only texts is drawn by its template, with the names of its members`() throws
  {
    try folder.write(
      #"{"column":[{"text":"$text1"},{"text":"$text2"}]}"#, to: "screens/_previews/TWO_LINE_TEXT.json")
    try FolderServer.run(in: folder) { server in
      func shown(_ content: String) throws -> String {
        let draft = #"{"items":[{"id":"new","viewType":"TWO_LINE_TEXT","content":\#(content)}]}"#
        #expect(try server.admin("PUT", "/screens/home/draft", body: draft).status < 300)
        return try server.get("/preview/home?version=draft", fields: [Self.bearer]).text
      }
      let lacking = try shown(#"{"text2":"below"}"#)
      #expect(
        lacking.contains(#"<p class="text t-body placeholder" data-member="/text1">text1</p>"#), "\(lacking)")
      #expect(lacking.contains(#"<p class="text t-body" data-member="/text2">below</p>"#))
      #expect(lacking.contains(#"title="new: not valid yet: "#) && !lacking.contains(#"class="reason""#))
      // An empty text that is valid is none for an app, and a place to write on the canvas.
      let empty = try shown(#"{"text1":"","text2":"below"}"#)
      #expect(!empty.contains("text1") && empty.contains("below"), "\(empty)")
      let canvas = try server.get("/preview/home?version=draft&canvas=true", fields: [session(server)]).text
      #expect(canvas.contains(#"placeholder" data-member="/text1">text1</p>"#), "\(canvas)")
      let wrong = try shown(#"{"text1":7}"#)
      #expect(wrong.contains(#"<p class="reason">new: not valid yet: "#), "\(wrong)")
    }
  }
}
