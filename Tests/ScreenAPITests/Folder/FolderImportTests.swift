import TestFolders
import Testing

/// The import of files at a start.
@Suite final class FolderImportTests {
  private let folder: ScreensFolder
  private let file = "screens/lines.json"

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: file)
  }

  @Test func `an edited file is a new version after a restart`() throws {
    try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["a"], version: 1) }
    try folder.write(Lines.definition(["b", "a"]), to: file)
    try FolderServer.run(in: folder) { server in
      try server.expect("lines", shows: ["b", "a"], version: 2)
      let earlier = try server.get("/screens/lines?version=1")
      #expect(earlier.text == Lines.viewItems(["a"]))
    }
  }

  @Test func `changed white space makes no new version, a changed order of members does`() throws {
    try FolderServer.run(in: folder) { _ in }
    try folder.write(
      "\n" + Lines.definition(["a"]).replacing(",", with: " ,\n\t").replacing(":", with: " : ") + "\n",
      to: file)
    try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["a"], version: 1) }
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"screenName":"Lines"}"#,
      to: file)
    try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["a"], version: 2) }
  }

  @Test func `an unchanged file never undoes an admin's change, an edited one does`() throws {
    try FolderServer.run(in: folder) { server in
      let put = try server.admin("PUT", "/screens/lines", body: Lines.definition(["admin"]))
      #expect(put.status == 200)
    }
    for _ in 0..<2 {
      try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["admin"], version: 2) }
    }
    try folder.write(Lines.definition(["edited"]), to: file)
    try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["edited"], version: 3) }
  }

  @Test func `a file with errors does not affect other screens at the first start`() throws {
    try folder.write(#"{"items":[{"viewType":"ONE_LINE_TEX","content":{}}]}"#, to: "screens/bad.json")
    try FolderServer.run(in: folder) { server in
      try server.expect("lines", shows: ["a"], version: 1)
      #expect(try server.get("/screens/bad").status == 404)
      let line = #"/screens/bad.json:1:23: error: unknown view type "ONE_LINE_TEX""#
      #expect(
        server.problems.count == 1 && server.problems.first?.contains(line) == true, "\(server.problems)")
    }
  }

  @Test func `a view type that would break a served screen is refused`() throws {
    try FolderServer.run(in: folder) { _ in }
    try folder.write(#"{"type":"object","required":["text9"]}"#, to: "screens/_types/ONE_LINE_TEXT.json")
    try FolderServer.run(in: folder) { server in
      try server.expect("lines", shows: ["a"], version: 1)
      let put = try server.admin("PUT", "/screens/more", body: Lines.definition(["b"]))
      #expect(put.status == 201)
      #expect(server.problems.first?.contains("screens/_types/ONE_LINE_TEXT.json") == true)
    }
  }

  @Test func `the screen of a deleted file stays`() throws {
    try FolderServer.run(in: folder) { _ in }
    try folder.delete(file)
    try FolderServer.run(in: folder) { try $0.expect("lines", shows: ["a"], version: 1) }
  }

  @Test func `files whose names begin with an underscore or a dot are not screens`() throws {
    for path in ["_draft.json", ".hidden.json", "menu/_draft.json", ".git/lines.json", "menu/noodles.json"] {
      try folder.write(Lines.definition(["a"]), to: "screens/" + path)
    }
    try FolderServer.run(in: folder) { server in
      for route in ["_draft", ".hidden", "menu/_draft", ".git/lines", "_types/TITLE", "_formats/screen"] {
        #expect(try server.get("/screens/\(route)").status == 404, "\(route)")
      }
      try server.expect("menu/noodles", shows: ["a"], version: 1)
      let list = try server.get("/screens")
      #expect(!list.text.contains("_draft") && !list.text.contains("hidden"))
    }
  }

  @Test func `a format added as a file needs no code`() throws {
    try FolderServer.run(in: folder) { server in
      let unknown = try server.get("/screens/lines?format=titles")
      #expect(unknown.status == 400)
    }
    try folder.write(
      #"{"screen":{"name":"$screenName","cost":"$$1","all":"$items"},"item":{"of":"$content","key":"$id"}}"#,
      to: "screens/_formats/titles.json")
    try FolderServer.run(in: folder) { server in
      let response = try server.get("/screens/lines?format=titles")
      #expect(response.status == 200)
      #expect(response.text == #"{"name":"Lines","cost":"$1","all":[{"of":{"text1":"a"},"key":"a"}]}"#)
    }
  }
}
