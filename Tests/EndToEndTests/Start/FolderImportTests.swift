import CurlClient
import Foundation
import TestFolders
import Testing

/// The import of files, at a start and while the folder is watched.
@Suite final class FolderImportTests: Sendable {
  private let folder: ScreensFolder
  private let file = "screens/lines.json"

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: file)
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

  @Test func `a link to a folder elsewhere that appears is reported, and a warning is logged`() async throws {
    try folder.write("{}", to: "elsewhere/x.json")
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("screens/linked"), withDestinationPath: folder.path("elsewhere"))
      try await server.wait(for: "report of the link") {
        $0.program.errors.contains(
          " error screens/linked: error: a link leads out of the folder, or there are too many folders\n")
      }
      try folder.write(
        #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"#
          + #""experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","order":["ONE_LINE_TEXT-1"]}]}}"#,
        to: file)
      try await server.wait(for: "warning") {
        $0.program.errors.contains(
          #" warning screens/lines.json:1:133: warning: the id "ONE_LINE_TEXT-1" was"#)
      }
    }
  }

  @Test func `each link to a folder that appears in a watched folder is reported once`() async throws {
    try folder.write("{}", to: "elsewhere/x.json")
    try folder.write(Lines.definition(["a"]), to: "screens/sub/x.json")
    let run = try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      for (path, target) in [
        ("two", "elsewhere"), ("one", "elsewhere"), ("sub/three", "elsewhere"), ("_types/four", "elsewhere"),
        ("before", "screens/sub"), ("loop", "screens"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("screens/" + path), withDestinationPath: folder.path(target))
        try await server.wait(for: path) { $0.program.errors.contains(" error screens/\(path): error: ") }
      }
      try FileManager.default.moveItem(
        atPath: folder.path("screens/two"), toPath: folder.path("screens/renamed"))
      try await server.wait(for: "new name") { $0.program.errors.contains(" error screens/renamed: error: ") }
    }
    #expect(run.errors.matches(of: /error screens/).count == 7, "\(run.errors)")
    #expect(!run.errors.contains("valid again"), "\(run.errors)")
  }

  @Test func `a warning about a scenario is logged at the start, and again when its file changes`()
    async throws
  {
    func scenario(_ text: String) -> String {
      #"{"screens":{"lines":{"changes":[{"op":"merge","id":"ONE_LINE_TEXT-1","content":{"text1":"\#(text)"}}]}}}"#
    }
    func count(_ errors: String) -> Int {
      errors.matches(of: /warning screens\/_scenarios\/z\.json:1:\d+: warning: the id "ONE_LINE_TEXT-1"/)
        .count
    }
    try folder.write(#"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}]}"#, to: file)
    try folder.write(scenario("b"), to: "screens/_scenarios/z.json")
    let run = try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      try await server.wait(for: "warning") { count($0.program.errors) == 1 }
      try folder.write(Lines.definition(["new"]), to: "screens/new.json")
      try await server.wait(for: "new screen") { try await $0.get("/screens/new").status == 200 }
      #expect(count(server.program.errors) == 1, "\(server.program.errors)")
      try folder.write(scenario("c"), to: "screens/_scenarios/z.json")
      try await server.wait(for: "second warning") { count($0.program.errors) == 2 }
    }
    #expect(count(run.errors) == 2, "\(run.errors)")
    // The file of the screen has not changed since the last start.
    let again = try await Server.run(in: folder) { _ in }
    #expect(count(again.errors) == 1, "\(again.errors)")
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
