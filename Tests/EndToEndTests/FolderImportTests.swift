import CurlClient
import Foundation
import Testing

/// The import of files, at a start and while the folder is watched.
@Suite final class FolderImportTests: Sendable {
  private let folder: TestFolder
  private let file = "screens/lines.json"

  init() throws {
    folder = try TestFolder()
    try folder.write(Lines.definition(["a"]), to: file)
  }

  deinit { folder.remove() }

  @Test func `an edited file is a new version after a restart`() async throws {
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 1) }
    try folder.write(Lines.definition(["b", "a"]), to: file)
    try await Server.run(in: folder) { server in
      try await server.expect("lines", shows: ["b", "a"], version: 2)
      let earlier = try await server.get("/screens/lines?version=1")
      #expect(earlier.text == Lines.viewItems(["a"]))
    }
  }

  @Test func `changed white space makes no new version, a changed order of members does`() async throws {
    try await Server.run(in: folder) { _ in }
    try folder.write(
      "\n" + Lines.definition(["a"]).replacing(",", with: " ,\n\t").replacing(":", with: " : ") + "\n",
      to: file)
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 1) }
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"screenName":"Lines"}"#,
      to: file)
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 2) }
  }

  @Test func `an unchanged file never undoes an admin's change, an edited one does`() async throws {
    try await Server.run(in: folder) { server in
      let put = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["admin"]))
      #expect(put.status == 200)
    }
    for _ in 0..<2 {
      try await Server.run(in: folder) { try await $0.expect("lines", shows: ["admin"], version: 2) }
    }
    try folder.write(Lines.definition(["edited"]), to: file)
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["edited"], version: 3) }
  }

  @Test func `after a file with errors, the last valid version is served and the errors are printed`()
    async throws
  {
    try await Server.run(in: folder) { _ in }
    try folder.write(#"{ "items": [ oops"#, to: file)
    let broken = try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 1) }
    #expect(
      broken.errors.hasSuffix(
        #" error screens/lines.json:1:14: error: unexpected "oops" where a value should stand; "#
          + "write text in double quotes\n")
    )
    try folder.write(Lines.definition(["corrected"]), to: file)
    let corrected = try await Server.run(in: folder) {
      try await $0.expect("lines", shows: ["corrected"], version: 2)
    }
    #expect(corrected.errors == "")
  }

  @Test func `a file with errors does not affect other screens at the first start`() async throws {
    try folder.write(#"{"items":[{"viewType":"ONE_LINE_TEX","content":{}}]}"#, to: "screens/bad.json")
    let run = try await Server.run(in: folder) { server in
      try await server.expect("lines", shows: ["a"], version: 1)
      #expect(try await server.get("/screens/bad").status == 404)
    }
    #expect(run.errors.contains(#" error screens/bad.json:1:23: error: unknown view type "ONE_LINE_TEX""#))
  }

  @Test func `a view type that would break a served screen is refused`() async throws {
    try await Server.run(in: folder) { _ in }
    try folder.write(#"{"type":"object","required":["text9"]}"#, to: "screens/_types/ONE_LINE_TEXT.json")
    let run = try await Server.run(in: folder) { server in
      try await server.expect("lines", shows: ["a"], version: 1)
      let put = try await server.admin("PUT", "/screens/more", body: Lines.definition(["b"]))
      #expect(put.status == 201)
    }
    #expect(run.errors.contains("screens/_types/ONE_LINE_TEXT.json"))
  }

  @Test func `the screen of a deleted file stays`() async throws {
    try await Server.run(in: folder) { _ in }
    try folder.delete(file)
    try await Server.run(in: folder) { try await $0.expect("lines", shows: ["a"], version: 1) }
  }

  @Test func `files whose names begin with an underscore or a dot are not screens`() async throws {
    for path in ["_draft.json", ".hidden.json", "menu/_draft.json", ".git/lines.json", "menu/noodles.json"] {
      try folder.write(Lines.definition(["a"]), to: "screens/" + path)
    }
    try await Server.run(in: folder) { server in
      for route in ["_draft", ".hidden", "menu/_draft", ".git/lines", "_types/TITLE", "_formats/screen"] {
        #expect(try await server.get("/screens/\(route)").status == 404, "\(route)")
      }
      try await server.expect("menu/noodles", shows: ["a"], version: 1)
      let list = try await server.get("/screens")
      #expect(!list.text.contains("_draft") && !list.text.contains("hidden"))
    }
  }

  @Test func `a format added as a file needs no code`() async throws {
    try await Server.run(in: folder) { server in
      let unknown = try await server.get("/screens/lines?format=titles")
      #expect(unknown.status == 400)
    }
    try folder.write(
      #"{"screen":{"name":"$screenName","cost":"$$1","all":"$items"},"item":{"of":"$content","key":"$id"}}"#,
      to: "screens/_formats/titles.json")
    try await Server.run(in: folder) { server in
      let answer = try await server.get("/screens/lines?format=titles")
      #expect(answer.status == 200)
      #expect(answer.text == #"{"name":"Lines","cost":"$1","all":[{"of":{"text1":"a"},"key":"a"}]}"#)
    }
  }

  @Test func `a watched folder publishes an edit and a new file`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      try await server.expect("lines", shows: ["a"], version: 1)
      try folder.write(Lines.definition(["edited"]), to: file)
      try await server.wait(for: "version 2") {
        try await $0.get("/screens/lines").value(of: "Screen-Version") == "2"
      }
      try await server.expect("lines", shows: ["edited"], version: 2)
      try folder.write(Lines.definition(["new"]), to: "screens/deep/new.json")
      try await server.wait(for: "new screen") { try await $0.get("/screens/deep/new").status == 200 }
      try await server.expect("deep/new", shows: ["new"], version: 1)
    }
  }

  @Test func `the errors of a watched file are reported once, and its correction too`() async throws {
    try folder.write("[", to: "screens/bad.json")
    let run = try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      for version in 2...4 {
        try folder.write(Lines.definition(["\(version)"]), to: file)
        try await server.wait(for: "version \(version)") {
          try await $0.get("/screens/lines").value(of: "Screen-Version") == "\(version)"
        }
      }
      #expect(server.program.errors.matches(of: /bad\.json:1:2: error/).count == 1)
      try folder.write("[ oops", to: "screens/bad.json")
      try await server.wait(for: "second report") { $0.program.errors.contains("bad.json:1:3: error") }
      try folder.write(Lines.definition(["a"]), to: "screens/bad.json")
      try await server.wait(for: "line that it is corrected") {
        $0.program.errors.contains(" notice screens/bad.json is valid again\n")
      }
      try await server.expect("bad", shows: ["a"], version: 1)
    }
    #expect(run.errors.matches(of: /bad\.json:1:/).count == 2)
    #expect(run.errors.matches(of: /is valid again/).count == 1)
  }

  @Test func `a watched file that becomes invalid is reported and changes nothing`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      try folder.write("{", to: file)
      try await server.wait(for: "error") { $0.program.errors.contains("screens/lines.json:1:") }
      try await server.expect("lines", shows: ["a"], version: 1)
      try folder.write(Lines.definition(["corrected"]), to: file)
      try await server.wait(for: "version 2") {
        try await $0.get("/screens/lines").value(of: "Screen-Version") == "2"
      }
      try await server.expect("lines", shows: ["corrected"], version: 2)
    }
  }
}
