import JSONText
import TestFolders
import Testing

/// Differences, merges and previews of definitions that are not saved.
@Suite final class ComparisonTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one", "two"]), to: "screens/home.json")
  }

  private static func lines(_ items: [(String, String)]) -> String {
    let items = items.map { #"{"id":"\#($0.0)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0.1)"}}"# }
    return #"{"items":[\#(items.joined(separator: ","))]}"#
  }

  private static let base = lines([("one", "1"), ("two", "2")])
  private static let ours = lines([("one", "mine"), ("two", "2"), ("new", "3")])
  private static let theirs = lines([("one", "theirs"), ("two", "2")])

  private func answer(_ path: String, _ body: String, _ server: FolderServer) throws -> JSONValue {
    let response = try server.admin("POST", path, body: body)
    #expect(response.status == 200, "\(response.text)")
    return try JSONParser.parse(response.text)
  }

  @Test func `two definitions are compared with their values, and numbers keep their text`() throws {
    try FolderServer.run(in: folder) { server in
      let old = #"{"items":[{"id":"a","viewType":"NO_SUCH","content":{"price":1.0,"same":1}}]}"#
      let new = #"{"items":[{"id":"a","viewType":"NO_SUCH","content":{"price":1.50,"same":1}}]}"#
      let found = try answer("/diff", #"{"from":\#(old),"to":\#(new)}"#, server)
      let member = found["changed"]?.arrayValue?.first?["members"]?.arrayValue?.first
      #expect(member?["path"] == "/content/price" && member?["names"] == ["content", "price"])
      #expect(
        member?["old"]?.serialized() == Array("1.0".utf8)
          && member?["new"]?.serialized() == Array("1.50".utf8))
      let first = try answer("/diff", #"{"from":{},"to":\#(Self.base)}"#, server)
      #expect(first["added"]?.arrayValue?.compactMap { $0["item"]?["id"] } == ["one", "two"])
    }
  }

  @Test func `a merge names its conflicts, and a choice decides them`() throws {
    try FolderServer.run(in: folder) { server in
      let sides = #""route":"home","base":\#(Self.base),"ours":\#(Self.ours),"theirs":\#(Self.theirs)"#
      let open = try answer("/merge", "{\(sides)}", server)
      #expect(open["merged"] == nil)
      let effects = open["changes"]?.arrayValue?.map {
        "\($0["place"]?.stringValue ?? "") \($0["effect"]?.stringValue ?? "")"
      }
      #expect(effects == ["one conflict", "new ours"])
      #expect(
        open["theirs"]?["changed"]?.arrayValue?.first?["members"]?.arrayValue?.first?["new"] == "theirs")
      let decided = try answer("/merge", #"{\#(sides),"choices":{"one":"theirs","new":"base"}}"#, server)
      #expect(decided["merged"] == (try JSONParser.parse(Self.theirs)))
    }
  }

  @Test(
    arguments: [
      ("/diff", #"{"from":{}}"#, "/diff needs to"), ("/diff", #"{"from":{},"to":{},"by":1}"#, "by"),
      ("/merge", #"{"route":"home","base":{},"ours":{}}"#, "theirs"),
      ("/merge", #"{"route":"a/../b","base":{},"ours":{},"theirs":{}}"#, "route"),
      ("/merge", #"{"route":"home","base":{},"ours":{},"theirs":{},"choices":{"a":"mine"}}"#, "ours"),
      ("/merge", #"{"route":"home","base":{},"ours":{},"theirs":{},"choices":[]}"#, "choices"),
    ])
  func `a body that says something else is refused, with its place`(path: String, body: String, word: String)
    throws
  {
    try FolderServer.run(in: folder) { server in
      let response = try server.admin("POST", path, body: body)
      #expect(response.status == 422, "\(response.text)")
      #expect(response.text.contains(word.split(separator: " ").last ?? ""), "\(response.text)")
    }
  }

  // MARK: Previews

  /// The path of the link to the preview of a definition.
  private func link(
    _ definition: String, path: String = "/preview/home?width=320", _ server: FolderServer
  ) throws -> String {
    let response = try server.admin(
      "POST", "/previews", body: #"{"path":"\#(path)","expiresIn":60,"definition":\#(definition)}"#)
    #expect(response.status == 201, "\(response.text)")
    let url = try JSONParser.parse(response.text)["url"]?.stringValue ?? ""
    return String(url.dropFirst(server.url.count))
  }

  @Test func `a definition is previewed before it is saved, and nothing is stored`() throws {
    try FolderServer.run(in: folder) { server in
      let page = try server.get(try link(Self.lines([("one", "not saved")]), server))
      #expect(page.status == 200 && page.text.contains("not saved"), "\(page.text)")
      #expect(page.text.contains("the draft, not published"))
      #expect(try server.admin("GET", "/screens/home/draft").status == 404)
      #expect(try !server.admin("GET", "/audit").text.contains("saveDraft"))
      // An invalid item is shown as a placeholder, and a screen that was never published can be shown, too.
      let partial = try server.get(
        try link(
          #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{}},{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"there"}}]}"#,
          path: "/preview/fresh", server))
      #expect(partial.text.contains("not valid yet") && partial.text.contains("there"), "\(partial.text)")
    }
  }

  @Test func `the link of an unsaved definition opens that one alone`() throws {
    try FolderServer.run(in: folder) { server in
      let path = try link(Self.lines([("one", "not saved")]), server)
      let name = try #require(path.firstMatch(of: /unsaved=([0-9a-z]+)/)).output.1
      let unsigned = "/preview/home?unsaved=\(name)"
      #expect(try server.get(unsigned).status == 401)
      #expect(try server.get(path.replacing("width=320", with: "width=330")).status == 403)
      let token = [("Authorization", "Bearer \(FolderServer.token)")]
      #expect(try server.get(unsigned, fields: token).status == 200)
      #expect(try server.get("/preview/home?unsaved=none", fields: token).status == 410)
      #expect(try server.get(unsigned.replacing("/home", with: "/other"), fields: token).status == 410)
      #expect(try server.get(unsigned + "&version=1", fields: token).status == 400)
    }
  }

  @Test func `a definition with errors outside of its items has no preview`() throws {
    try FolderServer.run(in: folder) { server in
      for (body, status) in [
        (#"{"path":"/preview/home","definition":{"items":[],"nothing":1}}"#, 200),
        (#"{"path":"/preview/home?version=1","definition":{"items":[]}}"#, 422),
        (#"{"path":"/elsewhere","definition":{"items":[]}}"#, 422),
        (#"{"path":"/preview/home","definition":"#, 400),
      ] {
        let response = try server.admin("POST", "/previews", body: body)
        #expect(response.status == status, "\(body): \(response.text)")
        #expect(status != 200 || response.text.contains(#""pointer":"/nothing""#), "\(response.text)")
      }
    }
  }
}
