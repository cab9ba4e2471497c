import CurlClient
import JSONText
import TestFolders
import Testing

/// `marquee publish`, against a running server.
@Suite final class ClientPublishTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private func run(_ server: Server, _ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(
      arguments, in: folder, environment: ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token])
  }

  private func write(_ lines: [String], to file: String) throws {
    try folder.write(Lines.definition(lines), to: file)
  }

  @Test func `files are published under the route of their path, and reported as new, changed or unchanged`()
    async throws
  {
    try await Server.run(in: folder) { server in
      try write(["a", "b"], to: "screens/menu/noodles.json")
      let first = try await run(server, "publish", "screens/menu/noodles.json")
      #expect(first.status == 0)
      #expect(first.errors == "")
      #expect(first.output == "screens/menu/noodles.json: menu/noodles created, version 1\n")
      try await server.expect("menu/noodles", shows: ["a", "b"], version: 1)

      let again = try await run(server, "publish", "./screens/../screens/menu/noodles.json")
      #expect(
        again.output == "./screens/../screens/menu/noodles.json: menu/noodles unchanged, version 1\n")

      try write(["b", "a"], to: "screens/menu/noodles.json")
      let changed = try await run(server, "publish", "screens/menu/noodles.json", "--message", "Für b")
      #expect(changed.status == 0)
      #expect(
        changed.outputLines.first == "screens/menu/noodles.json: menu/noodles updated, version 2 (was 1)")
      try await server.expect("menu/noodles", shows: ["b", "a"], version: 2)
      let versions = try JSONParser.parse(
        try await server.admin("GET", "/screens/menu/noodles/versions").text)
      #expect(versions["versions"]?.arrayValue?.first?["message"] == "Für b")
    }
  }

  @Test func `a dry run publishes nothing`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a"], to: "screens/one.json")
      let new = try await run(server, "publish", "screens/one.json", "--dry-run")
      #expect(new.output == "screens/one.json: one would be created, version 1\n")
      #expect(try await server.get("/screens/one").status == 404)
      #expect(try await run(server, "publish", "screens/one.json").status == 0)
      try write(["b"], to: "screens/one.json")
      let next = try await run(server, "publish", "screens/one.json", "--dry-run")
      #expect(next.output == "screens/one.json: one would be updated, version 2 (is 1)\n")
      try await server.expect("one", shows: ["a"], version: 1)
    }
  }

  @Test func `a folder publishes all its screens, also after one is refused`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a"], to: "screens/one.json")
      try folder.write(
        """
        { "items": [
          { "id": "x", "viewType": "ONE_LINE_TXT", "content": { "text1": "X" } }
        ] }
        """, to: "screens/two.json")
      try write(["c"], to: "screens/sub/three.json")
      let run = try await run(server, "publish", "screens")
      #expect(run.status == 1)
      #expect(
        run.output == """
          screens/one.json: one created, version 1
          screens/sub/three.json: sub/three created, version 1
          3 files: 2 created, 1 refused

          """)
      #expect(
        run.errors == """
          screens/two.json:2:28: error: unknown view type "ONE_LINE_TXT"; did you mean ONE_LINE_TEXT?
            2 |   { "id": "x", "viewType": "ONE_LINE_TXT", "content": { "text1": "X" } }
              |                            ^

          """)
      try await server.expect("sub/three", shows: ["c"], version: 1)
      #expect(try await server.get("/screens/two").status == 404)

      let part = try await self.run(server, "publish", "screens/sub")
      #expect(part.status == 0)
      #expect(part.output == "screens/sub/three.json: sub/three unchanged, version 1\n")
    }
  }

  @Test func `the findings are the same as those of validate`() async throws {
    try await Server.run(in: folder) { server in
      try folder.write(#"{ "items": [{ "viewType": "TWO_LINE_TEXT" }], "nme": 1 }"#, to: "screens/one.json")
      let published = try await run(server, "publish", "screens/one.json")
      let validated = try await run(server, "validate", "screens/one.json")
      #expect(published.errors.split(separator: "\n") == validated.output.split(separator: "\n").dropLast())
      #expect(published.output == "")
    }
  }

  @Test func `the JSON output of publish has a line for each file`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a"], to: "screens/one.json")
      try folder.write("[", to: "screens/two.json")
      let run = try await run(server, "publish", "screens", "--output", "json")
      #expect(run.status == 1)
      let lines = try run.outputLines.map { try JSONParser.parse($0) }
      #expect(lines.map { $0["file"] } == ["screens/one.json", "screens/two.json"])
      #expect(lines.map { $0["effect"] } == ["created", "refused"])
      #expect(lines.first?["answer"] == ["route": "one", "version": 1])
      #expect(lines.last?["answer"]?["errors"]?.arrayValue?.first?["code"] == "syntax")
    }
  }

  @Test func `a single file can have another route and an expected version`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a"], to: "drafts/one.txt")
      let first = try await run(server, "publish", "drafts/one.txt", "--route", "summer/one")
      #expect(first.output == "drafts/one.txt: summer/one created, version 1\n")
      try write(["b"], to: "drafts/one.txt")
      let late = try await run(
        server, "publish", "drafts/one.txt", "--route", "summer/one", "--if-match", "7")
      #expect(late.status == 1)
      #expect(
        late.errors == "drafts/one.txt: error: the screen has changed: the current version is 1\n")
      let next = try await run(
        server, "publish", "drafts/one.txt", "--route", "summer/one", "--if-match", "1")
      #expect(next.outputLines.first == "drafts/one.txt: summer/one updated, version 2 (was 1)")
    }
  }

  @Test func `dropped items of releases are a table`() async throws {
    try await Server.run(in: folder) { server in
      let manifest = #"{"viewTypes": ["ONE_LINE_TEXT"]}"#
      #expect(try await server.admin("PUT", "/releases/ios/1.3.0", body: manifest).status == 201)
      try folder.write(
        #"""
        { "items": [
          { "id": "photo", "viewType": "ONE_IMAGE", "content": { "url": "https://example.org/a.png" },
            "fallback": { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } },
          { "id": "price", "viewType": "TWO_LINE_TEXT", "content": { "text1": "C", "text2": "1" } },
          { "id": "line", "viewType": "ONE_LINE_TEXT", "content": { "text1": "D" } }
        ] }
        """#, to: "screens/promo.json")
      let run = try await run(server, "publish", "screens/promo.json")
      #expect(run.status == 0)
      #expect(
        run.output == """
          screens/promo.json: promo created, version 1
            RELEASE    VARIANT  ITEM   EFFECT
            ios/1.3.0  -        photo  fallback
            ios/1.3.0  -        price  dropped

          """)
      try write(["a"], to: "screens/plain.json")
      let plain = try await self.run(server, "publish", "screens/plain.json")
      #expect(
        plain.output == """
          screens/plain.json: plain created, version 1
            every supported release shows all items

          """)
    }
  }

  @Test func `a missing file and one without a route are named`() async throws {
    try await Server.run(in: folder) { server in
      let missing = try await run(server, "publish", "screens/none.json")
      #expect(missing.status == 1)
      #expect(missing.errors == "marquee: there is no file or folder screens/none.json\n")
      let type = try await run(server, "publish", "screens/_types/TITLE.json")
      #expect(type.status == 1)
      #expect(
        type.errors == """
          screens/_types/TITLE.json: error: "_types/TITLE" is not a route; segments are letters, digits, ".", "_" and \
          "-", and begin with a letter or digit

          """)
      try write(["a"], to: "elsewhere/one.json")
      let elsewhere = try await run(server, "publish", "elsewhere/one.json")
      #expect(elsewhere.status == 64)
      #expect(
        elsewhere.errors.hasPrefix(
          "Error: elsewhere/one.json is not in the folder screens; give the folder of screens with --screens, or "
            + "the route with --route\n"))
      let folder = try await run(server, "publish", "elsewhere")
      #expect(folder.output == "elsewhere/one.json: one created, version 1\n")
      let empty = try await run(server, "publish", "screens")
      #expect(empty.status == 1)
      #expect(empty.errors == "marquee: there is no screen in screens\n")
    }
  }
}
