import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The commands that send requests to a running server.
@Suite final class ClientCommandTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private func run(_ server: Server, _ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(
      arguments, in: folder, environment: ["MARQUEE_SERVER": server.url, "MARQUEE_TOKEN": Server.token])
  }

  private func write(_ lines: [String], to file: String) throws {
    try folder.write(Lines.definition(lines), to: file)
  }

  // MARK: Show, history, rollback

  @Test func `a definition is shown indented, or as received`() async throws {
    try await Server.run(in: folder) { server in
      #expect(
        try await server.admin(
          "PUT", "/screens/one",
          body: #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"가"}}]}"#
        ).status == 201)
      #expect(try await server.admin("PUT", "/screens/one", body: #"{"items":[]}"#).status == 200)
      #expect(
        try await run(server, "show", "one", "--version", "1").output == """
          {
            "items": [
              {
                "id": "a",
                "viewType": "ONE_LINE_TEXT",
                "content": {
                  "text1": "가"
                }
              }
            ]
          }

          """)
      #expect(try await run(server, "show", "one", "--output", "json").output == "{\"items\":[]}\n")
      let unknown = try await run(server, "show", "once")
      #expect(unknown.status == 1)
      #expect(unknown.output == "")
      #expect(unknown.errors == "marquee: no screen has the route \"once\"; did you mean one?\n")
    }
  }

  @Test func `the history is a table of the requested length`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a", "b"], to: "screens/one.json")
      _ = try await run(server, "publish", "screens/one.json", "--message", "국수")
      try write(["a"], to: "screens/one.json")
      _ = try await run(server, "publish", "screens/one.json")
      let back = try await run(server, "rollback", "one", "1", "--message", "again")
      #expect(back.status == 0)
      #expect(back.outputLines.first == "one updated, version 3 (was 2)")
      try await server.expect("one", shows: ["a", "b"], version: 3)

      let answer = try JSONParser.parse(try await server.admin("GET", "/screens/one/versions").text)
      let times = answer["versions"]?.arrayValue?.compactMap { $0["publishedAt"]?.stringValue } ?? []
      try #require(times.count == 3)
      #expect(
        try await run(server, "history", "one").output == """
          VERSION  WHEN                      BY     VIA       ITEMS  MESSAGE
          3        \(times[0])  admin  rollback  2      again
          2        \(times[1])  admin  put       1      -
          1        \(times[2])  admin  put       2      국수

          """)
      let newest = try await run(server, "history", "one", "--limit", "2", "--output", "json")
      let versions = try JSONParser.parse(newest.output)["versions"]?.arrayValue
      #expect(versions?.map { $0["version"] } == [3, 2])
      #expect(versions == answer["versions"]?.arrayValue?.dropLast())

      let same = try await run(server, "rollback", "one", "1")
      #expect(same.output == "one unchanged, version 3\n")
      let unknown = try await run(server, "rollback", "one", "9")
      #expect(unknown.status == 1)
      #expect(unknown.errors == "marquee: the screen \"one\" has no version 9\n")
    }
  }

  @Test func `a long history is read in several pages`() async throws {
    let versions = 503
    try await Server.run(in: folder) { server in
      for number in 1...versions {
        let status = try await server.admin("PUT", "/screens/one", body: Lines.definition(["v\(number)"]))
          .status
        #expect(status == 200 || status == 201)
      }
      let run = try await run(server, "history", "one", "--limit", "502", "--output", "json")
      let numbers = try JSONParser.parse(run.output)["versions"]?.arrayValue?.compactMap {
        $0["version"]?.numberValue?.intValue
      }
      #expect(numbers == Array((2...versions).reversed()))
    }
  }

  // MARK: Reorder

  @Test func `named items come first, the others follow in their order`() async throws {
    try await Server.run(in: folder) { server in
      try write(["a", "b", "c", "d"], to: "screens/one.json")
      _ = try await run(server, "publish", "screens/one.json")
      let run = try await run(server, "reorder", "one", "d", "b", "--message", "d first")
      #expect(run.status == 0)
      #expect(run.outputLines.first == "one updated, version 2 (was 1)")
      try await server.expect("one", shows: ["d", "b", "a", "c"], version: 2)
      let same = try await self.run(server, "reorder", "one", "d")
      #expect(same.output == "one unchanged, version 2\n")

      let unknown = try await self.run(server, "reorder", "one", "e")
      #expect(unknown.status == 1)
      #expect(unknown.errors == "marquee: there is no item \"e\"; known: a, b, c, d\n")
    }
  }

  @Test func `a variant and a section can be reordered`() async throws {
    try folder.ship("home")
    try await Server.run(in: folder) { server in
      let run = try await run(server, "reorder", "home", "king", "--variant", "price-first")
      #expect(run.status == 0)
      let texts = try await server.get("/screens/home?variant=price-first").text
      #expect(texts.hasPrefix(#"{"viewItems":[{"viewType":"TWO_LINE_TEXT","viewObject":{"text1":"왕만두""#))
      #expect(
        try await server.get("/screens/home?variant=control").text.contains(#"[{"viewType":"ONE_LINE_TEXT""#))

      let item = { (id: String) in
        #"{"id":"\#(id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(id)"}}"#
      }
      let sections =
        #"{"sections":[{"id":"s","items":[\#(item("a"))]},{"id":"t","items":[\#(item("b")),\#(item("c"))]}]}"#
      #expect(try await server.admin("PUT", "/screens/parts", body: sections).status == 201)
      #expect(try await self.run(server, "reorder", "parts", "c", "--section", "t").status == 0)
      try await server.expect("parts", shows: ["a", "c", "b"], version: 2)
      let unknown = try await self.run(server, "reorder", "parts", "c", "--section", "u")
      #expect(unknown.status == 1)
      #expect(unknown.errors.hasPrefix("marquee: the screen has no section \"u\""))
    }
  }

  // MARK: Status

  @Test func `the status is a table of screens`() async throws {
    try folder.ship("home")
    try folder.ship("settings")
    try await Server.run(in: folder) { server in
      let run = try await run(server, "status")
      #expect(run.status == 0)
      let version = try JSONParser.parse(try await server.get("/version").text)["version"]?.stringValue
      #expect(
        run.output == """
          \(server.url): marquee \(version ?? "?"), ok
          ROUTE     VERSION  EXPERIMENT        NAME
          home      1        home-price-first  Home
          settings  1        -                 Settings

          """)
      let json = try JSONParser.parse(try await self.run(server, "status", "--output", "json").output)
      #expect(json["health"]?["status"] == "ok")
      #expect(json["screens"]?.arrayValue?.map { $0["route"] } == ["home", "settings"])
    }
  }

  // MARK: Tokens

  @Test func `the token comes from the option, the environment, or the data folder of this machine`()
    async throws
  {
    try await Server.run(in: folder, []) { server in
      func publish(_ arguments: [String], _ environment: [String: String]) async throws -> Program.Outcome {
        try await Program.run(
          ["publish", "screens/one.json", "--server", server.url] + arguments, in: folder,
          environment: environment)
      }
      try write(["a"], to: "screens/one.json")
      let none = try await publish([], [:])
      #expect(none.status == 1)
      #expect(
        none.errors == "marquee: the server requires a token; give it with --token or in MARQUEE_TOKEN\n")
      let wrong = try await publish(["--token", "nobody"], ["MARQUEE_DATA": "data"])
      #expect(wrong.status == 1)
      let refusal = try await server.admin("GET", "/screens/one", token: "nobody")
      #expect(refusal.status == 403)
      let detail = try #require(try JSONParser.parse(refusal.text)["detail"]?.stringValue)
      #expect(wrong.errors == "marquee: \(detail)\n")
      #expect(try await publish([], ["MARQUEE_DATA": "data"]).status == 0)
      let token = folder.text(of: "data/admin-token").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try await publish([], ["MARQUEE_TOKEN": token]).status == 0)
      #expect(try await publish([], ["MARQUEE_ADMIN_TOKEN": token]).status == 0)
      #expect(try await publish(["--token", token], ["MARQUEE_TOKEN": "nobody"]).status == 0)
    }
  }

  @Test func `the error for an unreachable server names it`() async throws {
    var url = ""
    try await Server.run(in: folder) { url = $0.url }
    try write(["a"], to: "screens/one.json")
    for arguments in [["status"], ["publish", "screens"], ["show", "one"], ["history", "one"]] {
      let run = try await Program.run(arguments + ["--server", url + "/"], in: folder)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("marquee: \(url): no server answers; start one with marquee serve"))
    }
  }

  @Test(arguments: ["ftp://example.org", "example.org", "https://", "https:///path"])
  func `what is no URL of a server is refused`(text: String) async throws {
    let run = try await Program.run(["status", "--server", text], in: folder)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: \(text) is not an http:// or https:// URL\n"))
  }
}
