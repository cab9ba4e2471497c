import JSONText
import TestFolders
import Testing

/// Edits of single items, and differences of versions.
@Suite final class ItemEditTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    let sections = ["one", "two"].map { id in
      #"{"id":"\#(id)","items":[{"id":"in-\#(id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(id)"}}]}"#
    }
    try folder.write(#"{"sections":[\#(sections.joined(separator: ","))]}"#, to: "screens/parts.json")
  }

  private static func line(_ id: String, _ text: String) -> String {
    #"{"id":"\#(id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(text)"}}"#
  }

  @Test func `single items are added, changed and removed`() throws {
    try FolderServer.run(in: folder) { server in
      let first = try server.admin(
        "POST", "/screens/lines/items", body: #"{"item":\#(Self.line("c", "c")),"before":"b"}"#)
      #expect(first.status == 200)
      #expect(first.value(of: "ETag") == "\"2\"")
      try server.expect("lines", shows: ["a", "c", "b"], version: 2)
      _ = try server.admin("POST", "/screens/lines/items", body: #"{"item":\#(Self.line("d", "d"))}"#)
      try server.expect("lines", shows: ["a", "c", "b", "d"], version: 3)
      // The path gives the item's id.
      let changed = try server.admin(
        "PUT", "/screens/lines/items/c", body: #"{"viewType":"ONE_LINE_TEXT","content":{"text1":"C"}}"#)
      #expect(changed.status == 200)
      try server.expect("lines", shows: ["a", "C", "b", "d"], version: 4)
      #expect(try server.admin("DELETE", "/screens/lines/items/a").status == 200)
      try server.expect("lines", shows: ["C", "b", "d"], version: 5)
      let history = try server.admin("GET", "/screens/lines/versions?limit=1")
      #expect(history.text.contains(#""via":"item""#))
    }
  }

  @Test func `a new item needs the section on a screen with several`() throws {
    try FolderServer.run(in: folder) { server in
      let nowhere = try server.admin(
        "POST", "/screens/parts/items", body: #"{"item":\#(Self.line("x", "x"))}"#)
      #expect(nowhere.status == 422)
      #expect(nowhere.text.contains("the screen has several sections"))
      let body = #"{"item":\#(Self.line("x", "x")),"section":"two"}"#
      #expect(try server.admin("POST", "/screens/parts/items", body: body).status == 200)
      try server.expect("parts", shows: ["one", "two", "x"], version: 2)
    }
  }

  @Test(arguments: [
    (
      "POST", "", #"{"item":{"viewType":"ONE_LINE_TXT"}}"#, 422,
      #""pointer":"/item/viewType","line":1,"column":21"#
    ),
    ("POST", "", #"{"item":{"viewType":"ONE_LINE_TEXT","content":{}}}"#, 422, #""pointer":"/item/content""#),
    ("POST", "", #"{"item":1}"#, 422, #""pointer":"/item""#),
    ("POST", "", #"{"before":"a"}"#, 422, "needs the member"),
    (
      "POST", "", #"{"item":{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}}"#, 422,
      #""pointer":"/item/id""#
    ),
    (
      "POST", "", #"{"item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}},"after":"bb"}"#, 422,
      #"did you mean b?"#
    ),
    (
      "POST", "",
      #"{"item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}},"after":"b","before":"a"}"#, 422,
      "only one of"
    ),
    ("POST", "", "{", 400, "bad-json"),
    ("PUT", "/z", #"{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"#, 404, "unknown-item"),
    (
      "PUT", "/a", #"{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"#, 422, #""pointer":"/id""#
    ),
    (
      "PUT", "/a", #"{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":5}}"#, 422,
      #""line":1,"column":57"#
    ),
    ("PUT", "/a", "[]", 422, "an item is an object"),
    ("DELETE", "/z", "", 404, "unknown-item"),
  ]) func `an invalid edit is refused with reason and place`(
    method: String, path: String, body: String, status: Int, text: String
  ) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.admin(method, "/screens/lines/items" + path, body: body)
      #expect(response.status == status)
      #expect(response.text.contains(text), "\(response.text)")
      try server.expect("lines", shows: ["a", "b"], version: 1)
    }
  }

  @Test func `the difference of two versions lists items and a patch`() throws {
    try FolderServer.run(in: folder) { server in
      let items = [Self.line("b", "b"), Self.line("c", "c"), Self.line("a", "A")].joined(separator: ",")
      _ = try server.admin(
        "PUT", "/screens/lines", body: #"{"screenName":"Other","items":[\#(items)]}"#)
      let response = try server.admin("GET", "/screens/lines/diff?from=1&to=2")
      let difference = try JSONParser.parse(response.text)
      #expect(difference["added"]?.text == #"[{"id":"c","index":1}]"#)
      #expect(difference["removed"]?.text == "[]")
      #expect(difference["moved"]?.text == #"[{"id":"b","from":{"index":1},"to":{"index":0}}]"#)
      #expect(difference["changed"]?.text == #"[{"id":"a","paths":["/content/text1"]}]"#)
      #expect(difference["other"]?.text == #"["/screenName"]"#)
      // The patch turns version 1 into version 2.
      let patch = try JSONPatch(try #require(difference["patch"]))
      let old = try JSONParser.parse(try server.admin("GET", "/screens/lines?version=1").text)
      let new = try JSONParser.parse(try server.admin("GET", "/screens/lines?version=2").text)
      #expect(try patch.apply(to: old) == new)
      #expect(try server.admin("GET", "/screens/lines/diff").text == response.text)
      #expect(try server.admin("GET", "/screens/lines/diff?from=7").status == 404)
      #expect(try server.admin("GET", "/screens/lines/diff?from=x").status == 400)
      #expect(try server.admin("GET", "/screens/lines/diff?from=draft").status == 404)
    }
  }
}
