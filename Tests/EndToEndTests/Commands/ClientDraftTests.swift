import CurlClient
import JSONText
import TestFolders
import Testing

/// The commands for drafts, differences, tokens and the audit.
@Suite final class ClientDraftTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private func run(
    _ server: Server, token: String = Server.token, _ arguments: String...
  ) async throws -> Program.Outcome {
    try await Program.run(
      arguments, in: folder, environment: ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": token])
  }

  /// Publishes a screen of lines.
  private func publish(_ lines: [String], _ server: Server) async throws {
    let status = try await server.admin("PUT", "/screens/one", body: Lines.definition(lines)).status
    #expect(status == 200 || status == 201)
  }

  // MARK: Differences

  @Test func `publish, rollback and diff print the changes`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a", "b", "c", "d"], server)
      let next = Lines.definition(["d", "a", "b", "e"]).replacing(#""text1":"b""#, with: #""text1":"B""#)
      try folder.write(next, to: "screens/one.json")
      let rows = [
        "added    e  place 4", "removed  c  place 3", "moved    d  from place 4 to place 1",
        "changed  b  /content/text1",
      ]
      let published = try await run(server, "publish", "screens/one.json")
      #expect(
        published.outputLines
          == ["screens/one.json: one updated, version 2 (was 1)"] + rows.map { "  " + $0 })
      let compared = try await run(server, "diff", "one")
      #expect(compared.outputLines == ["one from 1 to 2:", "CHANGE   ITEM  WHERE"] + rows.map(Self.widened))
      let patch = try await run(server, "diff", "one", "1", "2", "--patch", "--output", "json")
      let answer = try JSONParser.parse(try await server.admin("GET", "/screens/one/diff?from=1&to=2").text)
      #expect(try JSONParser.parse(patch.output) == answer["patch"])

      let back = try await run(server, "rollback", "one", "1")
      #expect(
        back.outputLines == [
          "one updated, version 3 (was 2)", "  added    c  place 3", "  removed  e  place 4",
          "  moved    d  from place 1 to place 4", "  changed  b  /content/text1",
        ])
      let same = try await run(server, "diff", "one", "1", "3")
      #expect(same.output == "one: nothing has changed from 1 to 3\n")
      let unknown = try await run(server, "diff", "one", "1", "9")
      #expect(unknown.status == 1)
      #expect(unknown.errors == "marquee: the screen \"one\" has no version 9\n")
    }
  }

  /// A row of the table with titles, whose second column is as wide as `ITEM`.
  private static func widened(_ row: String) -> String {
    String(row.prefix(10)) + "   " + String(row.dropFirst(10))
  }

  // MARK: Drafts

  @Test func `a draft is saved, shown, compared and published`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a"], server)
      try folder.write(Lines.definition(["a", "b"]), to: "next.json")
      let created = try await run(server, "draft", "put", "one", "next.json")
      #expect(created.status == 0)
      #expect(created.output == "one: draft created, on version 1\n")
      let saved = try await run(server, "draft", "put", "one", "next.json")
      #expect(saved.output == "one: draft saved, on version 1\n")

      let shown = try await run(server, "draft", "show", "one")
      #expect(shown.status == 0)
      let definition = try JSONParser.parse(shown.output)
      #expect(definition == (try JSONParser.parse(Lines.definition(["a", "b"]))))
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/one/draft").text)
      #expect(
        shown.errors
          == "marquee: one: a draft on version 1, saved \(draft["savedAt"]?.stringValue ?? "?") by admin\n")
      let compared = try await run(server, "diff", "one", "1", "draft")
      #expect(try await run(server, "diff", "one", "draft").output == compared.output)
      #expect(
        compared.outputLines == [
          "one from 1 to draft:", "CHANGE  ITEM  WHERE", "added   b     place 2",
        ])
      try await server.expect("one", shows: ["a"], version: 1)

      let published = try await run(server, "draft", "publish", "one", "--message", "b, too")
      #expect(published.status == 0)
      #expect(published.outputLines == ["one updated, version 2 (was 1)", "  added  b  place 2"])
      try await server.expect("one", shows: ["a", "b"], version: 2)
      let again = try await run(server, "draft", "publish", "one")
      #expect(again.status == 1)
      #expect(again.errors.hasPrefix("marquee: "))
    }
  }

  @Test func `a draft can be saved before the first version`() async throws {
    try await Server.run(in: folder) { server in
      try folder.write(Lines.definition(["a"]), to: "next.json")
      let created = try await run(server, "draft", "put", "one", "next.json")
      #expect(created.output == "one: draft created, for a new screen\n")
      let published = try await run(server, "draft", "publish", "one")
      #expect(published.output == "one created, version 1\n")
      try await server.expect("one", shows: ["a"], version: 1)
    }
  }

  @Test func `an invalid draft is saved with its errors, and is not published`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a"], server)
      try folder.write(#"{"items":[{"id":"a","viewType":"ONE_LINE_TXT","content":{}}]}"#, to: "next.json")
      let saved = try await run(server, "draft", "put", "one", "next.json")
      #expect(saved.status == 0)
      #expect(
        saved.output == """
          one: draft created, on version 1
          next.json:1:32: error: unknown view type "ONE_LINE_TXT"; did you mean ONE_LINE_TEXT?
            1 | {"items":[{"id":"a","viewType":"ONE_LINE_TXT","content":{}}]}
              |                                ^

          """)
      let published = try await run(server, "draft", "publish", "one")
      #expect(published.status == 1)
      #expect(
        published.errors == "marquee: unknown view type \"ONE_LINE_TXT\"; did you mean ONE_LINE_TEXT?\n")
      try await server.expect("one", shows: ["a"], version: 1)
      let deleted = try await run(server, "draft", "delete", "one")
      #expect(deleted.output == "one: draft deleted\n")
      #expect(try await run(server, "draft", "show", "one").status == 1)
    }
  }

  @Test func `a draft is published at its time, unless that is cancelled`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a"], server)
      try folder.write(Lines.definition(["b"]), to: "next.json")
      #expect(try await run(server, "draft", "put", "one", "next.json").status == 0)
      let scheduled = try await run(server, "draft", "publish", "one", "--at", "2999-12-24T08:00:00Z")
      #expect(scheduled.status == 0)
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/one/draft").text)
      #expect(
        scheduled.output == "one: to be published at \(draft["schedule"]?["at"]?.stringValue ?? "?")\n")
      #expect(
        try await run(server, "draft", "show", "one").errors.contains(
          "marquee: one: to be published at 2999-"))
      let cancelled = try await run(server, "draft", "cancel", "one")
      #expect(cancelled.output == "one: no longer to be published\n")
      let now = try await run(server, "draft", "publish", "one", "--at", "2001-01-01T00:00:00Z")
      #expect(now.status == 0)
      try await server.expect("one", shows: ["b"], version: 2)
    }
  }

  @Test func `an outdated draft is refused with both sides`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a", "b"], server)
      try folder.write(
        Lines.definition(["a", "b"]).replacing(#""text1":"a""#, with: #""text1":"A""#), to: "next.json")
      #expect(try await run(server, "draft", "put", "one", "next.json").status == 0)
      try await publish(["b"], server)
      let refused = try await run(server, "draft", "publish", "one")
      #expect(refused.status == 1)
      let lines = refused.errors.split(separator: "\n").map(String.init)
      #expect(
        lines.dropFirst() == [
          "marquee: changed on both sides: a", "changed in the draft:", "  changed  a  /content/text1",
          "published since:", "  removed  a  place 1",
        ])
      #expect(try await run(server, "draft", "put", "one", "next.json", "--base-version", "2").status == 0)
      #expect(try await run(server, "draft", "publish", "one").status == 0)
      #expect(try await server.get("/screens/one").text.contains(#""text1":"A""#))
    }
  }

  // MARK: Tokens and the audit

  @Test func `tokens are created and revoked in a folder that no server uses`() async throws {
    func token(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(["token"] + arguments + ["--data", "data"], in: folder)
    }
    let made = try await token("create", "--name", "ci", "--scope", "publish")
    #expect(made.status == 0, "\(made.errors)")
    let secret = made.outputLines.first ?? ""
    #expect(secret.hasPrefix("mq_") && made.outputLines.count == 1)
    #expect(
      try await token("create", "--name", "ci", "--scope", "read").errors
        == "marquee: there is already a token \"ci\"; revoke it first\n")
    let listed = try await token("list")
    #expect(listed.outputLines.first == "NAME  SCOPE    CREATED")
    #expect(listed.outputLines.last?.hasPrefix("ci    publish  20") == true)
    try await Server.run(in: folder) { server in
      #expect(try await server.admin("GET", "/audit", token: secret).status == 200)
      let busy = try await token("list")
      #expect(busy.status == 1)
      #expect(busy.errors.hasSuffix("; leave --data out to use that server\n"), "\(busy.errors)")
    }
    #expect(try await token("revoke", "ci").output == "the token ci is revoked\n")
    #expect(try await token("revoke", "ci").errors == "marquee: there is no token \"ci\"\n")
  }

  @Test func `a token is created, listed, used and revoked`() async throws {
    try await Server.run(in: folder) { server in
      try await publish(["a"], server)
      let made = try await run(server, "token", "create", "--name", "ci", "--scope", "read")
      #expect(made.status == 0)
      let token = made.outputLines.first ?? ""
      #expect(made.outputLines.count == 1 && token.count >= 20)
      let listed = try await run(server, "token", "list")
      #expect(listed.outputLines.first == "NAME  SCOPE  CREATED")
      #expect(listed.outputLines.last?.hasPrefix("ci    read   ") == true)
      #expect(!listed.output.contains(token))

      #expect(try await run(server, token: token, "history", "one").status == 0)
      let refused = try await run(server, token: token, "rollback", "one", "1")
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("marquee: "))
      #expect(try await run(server, token: token, "token", "list").status == 1)

      let revoked = try await run(server, "token", "revoke", "ci")
      #expect(revoked.output == "the token ci is revoked\n")
      #expect(try await run(server, token: token, "history", "one").status == 1)
      #expect(try await run(server, "token", "revoke", "ci").status == 1)
    }
  }

  @Test func `the audit lists each action and its author`() async throws {
    try await Server.run(in: folder) { server in
      try folder.write(Lines.definition(["a"]), to: "screens/one.json")
      let token = try await run(server, "token", "create", "--name", "ci", "--scope", "publish").outputLines
        .first
      _ = try await run(server, token: token ?? "", "publish", "screens/one.json", "--message", "the first")
      let audit = try await run(server, "audit", "--limit", "1")
      #expect(audit.status == 0)
      #expect(audit.outputLines.count == 2)
      let words = audit.outputLines.last?.split(separator: " ").map(String.init) ?? []
      #expect(words.dropFirst().first == "ci")
      #expect(words.suffix(3) == ["1", "the", "first"])
      let json = try await run(server, "audit", "--output", "json")
      let entries = try JSONParser.parse(json.output)["entries"]?.arrayValue
      #expect(entries?.first?["by"] == "ci")
      #expect(entries?.first?["message"] == "the first")
    }
  }
}
