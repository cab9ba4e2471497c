import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee propose`: a folder of screens as a change set on a server.
@Suite final class ProposeTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for top in ["screens", "branch"] {
      try folder.write(
        #"{"type":"object","properties":{"text1":{"type":"string"}},"required":["text1"],"additionalProperties":false}"#,
        to: "\(top)/_types/ONE_LINE_TEXT.json")
      try folder.write(
        #"{"screen":{"viewItems":"$items"},"item":{"viewType":"$viewType","viewObject":"$content"}}"#,
        to: "\(top)/_formats/viewItems.json")
      try folder.write(Lines.definition(["one", "two"]), to: "\(top)/same.json")
      // Without ids: the server has filled them in.
      try folder.write(
        #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}]}"#, to: "\(top)/filled.json")
      try folder.write(Lines.definition(["one", "two"]), to: "\(top)/home.json")
    }
    try folder.write(Lines.definition(["two", "one", "three"]), to: "branch/home.json")
    try folder.write(Lines.definition(["new"]), to: "branch/menu/new.json")
  }

  private func propose(_ server: Server, _ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(
      ["propose"] + arguments + ["--server", server.url, "--token", Server.token], in: folder)
  }

  @Test func `what a proposal leaves without a translation, and links to nowhere, are said`() async throws {
    for top in ["screens", "branch"] {
      try folder.write(#"{"default":"en","languages":["en","ko"]}"#, to: "\(top)/_languages.json")
      try folder.write(
        #"{"type":"object","properties":{"text1":{"type":"string","x-meaning":"text"},"to":{"type":"string","x-meaning":"route"}},"required":["text1"],"additionalProperties":false}"#,
        to: "\(top)/_types/ONE_LINE_TEXT.json")
      try folder.write(
        #"{"units":[{"item":"one","at":"/text1","source":"one","text":"하나"},{"item":"two","at":"/text1","source":"two","text":"둘"}]}"#,
        to: "\(top)/_translations/ko/home.json")
    }
    try folder.write(
      #"{"items":[{"id":"one","viewType":"ONE_LINE_TEXT","content":{"text1":"uno","to":"hoem"}},{"id":"two","viewType":"ONE_LINE_TEXT","content":{"text1":"two"}}]}"#,
      to: "branch/home.json")
    try await Server.run(in: folder) { server in
      let text = try await propose(server, ["branch", "--name", "pr-1"])
      let count = "1 text without a translation into ko, 1 of them stale"
      let link = #""/to" of the item "one" links to "hoem", which is no screen"#
      #expect(text.output.contains("  screens/home: \(count)\n"), "\(text)")
      #expect(text.output.contains("  screens/home: \(link)\n"), "\(text)")
      let comment = try await propose(server, ["branch", "--name", "pr-1", "--output", "markdown"]).output
      #expect(comment.contains("**Translations**\n\n- home&#58; \(count)"), "\(comment)")
      #expect(comment.contains("**Links**\n\n- home&#58; \"/to\" of the item"), "\(comment)")
    }
  }

  @Test func `the difference of a folder becomes a change set, again and again`() async throws {
    try await Server.run(in: folder) { server in
      let first = try await propose(
        server, ["branch", "--name", "pr-1", "--ttl", "600", "--message", "New menu"])
      #expect(first.status == 0, "\(first)")
      #expect(first.output.contains("screens/home      updated  1 added, 1 moved"), "\(first.output)")
      #expect(first.output.contains("screens/menu/new  created"), "\(first.output)")
      #expect(!first.output.contains("filled") && !first.output.contains("same"), "\(first.output)")
      #expect(first.output.contains("app      \(server.url)/c/pr-1\n"))
      let set = try await server.changeSet("pr-1")
      #expect(set["changes"] == ["screens/home", "screens/menu/new"])
      #expect(set["message"] == "New menu" && set["expiresAt"]?.stringValue != nil)
      #expect(try await server.get("/c/pr-1/screens/menu/new").text == Lines.viewItems(["new"]))
      try await server.expect("home", shows: ["one", "two"], version: 1)

      try folder.delete("branch/menu/new.json")
      let second = try await propose(server, ["branch", "--name", "pr-1", "--output", "json"])
      #expect(second.status == 0)
      #expect(try JSONParser.parse(second.output)["changes"] == ["screens/home"])
      #expect(try await server.get("/c/pr-1/screens/menu/new").status == 404)

      let deleted = try await propose(server, ["--name", "pr-1", "--delete"])
      #expect(deleted.status == 0 && deleted.output == "pr-1 deleted\n")
      #expect(try await server.get("/c/pr-1/screens/home").status == 404)
      #expect(try await propose(server, ["--name", "pr-1", "--delete"]).status == 0)
      // A set that is published is kept: it can be rolled back.
      _ = try await propose(server, ["branch", "--name", "pr-1"])
      #expect(try await server.admin("POST", "/changesets/pr-1/publish").status == 200)
      let kept = try await propose(server, ["--name", "pr-1", "--delete"])
      #expect(kept.status == 0 && kept.output.contains("is published"), "\(kept.output)")
      #expect(try await server.admin("POST", "/changesets/pr-1/rollback").status == 200)
    }
  }

  @Test func `a folder that is too large for one request is sent in parts`() async throws {
    let text = String(repeating: "x", count: 60_000)
    for number in 0..<40 {
      try folder.write(
        Lines.definition(["a"]).replacingOccurrences(of: #""text1":"a""#, with: #""text1":"\#(text)""#),
        to: "branch/large/\(number).json")
    }
    try await Server.run(in: folder) { server in
      for _ in 1...2 {
        let proposed = try await propose(server, ["branch", "--name", "large"])
        #expect(proposed.status == 0, "\(proposed)")
        #expect(try await server.changeSet("large")["changes"]?.arrayValue?.count == 42)
      }
    }
  }

  @Test func `the comment has a row for each screen, and its texts are no markup`() async throws {
    try await Server.run(in: folder) { server in
      try folder.write(
        #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}],"screenName":"@all [x](y) <b>|"}"#,
        to: "branch/same.json")
      let comment = try await propose(
        server, ["branch", "--name", "pr-2", "--output", "markdown", "--links", "https://preview.example/"])
      #expect(comment.status == 0)
      let text = comment.output
      #expect(text.hasPrefix("<!-- marquee propose pr-2 -->\n### Screens\n"))
      #expect(
        text.contains(
          "| `home` | updated | 1 added, 1 moved | [before](https://preview.example/preview/home) | [after](https://preview.example/c/pr-2/preview/home) |"
        ), "\(text)")
      #expect(
        text.contains("| `menu/new` | created |  |  | [after]")
          || text.contains("| `menu/new` | created | 1 added |"), "\(text)")
      #expect(!text.contains("@") && !text.contains("<b>"), "\(text)")
    }
  }

  @Test(
    .bug(id: "F22"),
    arguments: [
      "javascript:alert(1)", "https://a.example/x|y", "https://a.example/ [x](y)", "preview.example",
    ])
  func `an address that is no URL of a server is in no link`(links: String) async throws {
    let run = try await Program.run(
      ["propose", "branch", "--name", "pr-3", "--links", links, "--output", "markdown"], in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: --links: \(links) is not an http:// or https:// URL\n"))
  }

  @Test func `a parenthesis in an address does not end a link`() async throws {
    try await Server.run(in: folder) { server in
      let comment = try await propose(
        server, ["branch", "--name", "pr-4", "--output", "markdown", "--links", "https://a.example/x)"])
      #expect(comment.status == 0)
      #expect(
        comment.output.contains("[Open in the console](https://a.example/x%29/console/changesets/pr-4)"))
    }
  }

  @Test func `what cannot be published is reported, and an invalid folder is not sent`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/other", body: Lines.definition(["other"]))
      // A screen that is on the server alone would become invalid.
      try folder.write(
        #"{"type":"object","properties":{"text1":{"type":"string","maxLength":4}},"required":["text1"],"additionalProperties":false}"#,
        to: "branch/_types/ONE_LINE_TEXT.json")
      try folder.write(Lines.definition(["two", "one"]), to: "branch/home.json")
      let refused = try await propose(server, ["branch", "--name", "pr-3"])
      #expect(refused.status == 1)
      #expect(refused.output.contains("error: screens/other: "), "\(refused.output)")
      let comment = try await propose(server, ["branch", "--name", "pr-3", "--output", "markdown"])
      #expect(comment.output.contains("**Publishing this would fail:**"), "\(comment.output)")

      try folder.write(#"{"items":[{"viewType":"NOTHING","content":{}}]}"#, to: "branch/home.json")
      let invalid = try await propose(server, ["branch", "--name", "pr-4"])
      #expect(invalid.status == 1 && invalid.output.contains("branch/home.json:1:"), "\(invalid.output)")
      #expect(try await server.admin("GET", "/changesets/pr-4").status == 404)
      let finding = try await propose(server, ["branch", "--name", "pr-4", "--output", "markdown"])
      #expect(
        finding.status == 1 && finding.output.hasPrefix("<!-- marquee propose pr-4 -->\n"),
        "\(finding.output)")
      #expect(finding.output.contains("unknown view type"), "\(finding.output)")
      #expect(try await propose(server, ["nowhere", "--name", "pr-4"]).status == 1)
      #expect(try await propose(server, ["branch", "--name", "no/slash"]).status == 64)
    }
  }
}
