import CurlClient
import Foundation
import JSONText
import LoopbackHTTP
import Synchronization
import TestFolders
import Testing

/// `marquee translations`.
@Suite final class TranslationCommandTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(#"{"default":"en","languages":["en","ko"]}"#, to: "screens/_languages.json")
    try folder.write(Self.screen("Pay & <go>"), to: "screens/home.json")
    try folder.write(
      #"{"units":[{"item":"b","at":"/text1","source":"Later","text":"나중에"}]}"#,
      to: "screens/_translations/ko/home.json")
  }

  private static func screen(_ text: String) -> String {
    """
    {"items": [
      {"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\(text)"}},
      {"id": "b", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Later"}}
    ]}
    """
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(["translations"] + arguments, in: folder)
  }

  @Test func `the state of each language is counted, and what is missing has its place`() async throws {
    let all = try await run("status")
    #expect(
      all.status == 0 && all.output.contains("ko        1           0             0      1        50 %"))
    let required = try await run("status", "--require", "51", "--output", "github")
    #expect(required.status == 1)
    #expect(
      required.output.contains("::error file=screens/home.json,line=2,col=65::\"/text1\" of the item \"a\""))
    #expect(try await run("status", "--require", "50").status == 0)
    let junit = try await run("status", "--require", "100", "--output", "junit")
    #expect(junit.status == 1 && junit.output.contains("50 % translated, 100 % required"))
    let json = try JSONParser.parse(try await run("status", "--output", "json").output)
    #expect(json["languages"]?.arrayValue?.first?["percent"] == 50)
    #expect(try await run("status", "--language", "fr").status == 1)
  }

  @Test func `translations of a server are counted, exported, and imported by a change set`() async throws {
    try await Server.run(in: folder) { server in
      let place = ["--server", server.url, "--token", Server.token]
      func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(["translations"] + arguments + place, in: folder)
      }
      let status = try await run("status", "--require", "51", "--output", "github")
      #expect(status.status == 1)
      #expect(
        status.output == "::error::home: \"/text1\" of the item \"a\" has no translation into ko\n",
        "\(status)")
      #expect(try await run("export", "--language", "ko", "--output", "ko.xlf").status == 0)
      let text = folder.text(of: "ko.xlf").replacing(
        "&lt;go&gt;</source>", with: "&lt;go&gt;</source><target>결제 &amp; 이동</target>")
      try folder.write(text, to: "ko.xlf")
      #expect(folder.text(of: "ko.xlf").contains("결제"), "\(text)")

      // A change set is made, and nothing is published. A dry run makes none.
      let tried = try await run("import", "ko.xlf", "--changeset", "korean", "--dry-run")
      #expect(tried.status == 0 && tried.output == "1 changed, 1 unchanged, 0 not taken\n", "\(tried)")
      #expect(try await server.admin("GET", "/changesets/korean").status == 404)
      let set = try await run("import", "ko.xlf", "--changeset", "korean")
      #expect(set.status == 0 && set.output == "1 changed, 1 unchanged, 0 not taken\n", "\(set)")
      #expect(try await server.get("/screens/home?locale=ko").text.contains("결제") == false)
      #expect(try await server.get("/c/korean/screens/home?locale=ko").text.contains("결제 & 이동"))
      let again = try await run("import", "ko.xlf", "--changeset", "korean")
      #expect(again.status == 0 && again.output == "0 changed, 2 unchanged, 0 not taken\n", "\(again)")

      let dry = try await run("import", "ko.xlf", "--dry-run")
      #expect(dry.status == 0 && dry.output == "1 changed, 1 unchanged, 0 not taken\n", "\(dry)")
      #expect(try await server.get("/screens/home").value(of: "Screen-Version") == "1")
      #expect(try await run("import", "ko.xlf").status == 0)
      #expect(try await server.get("/screens/home?locale=ko").text.contains("결제 & 이동"))
      #expect(try await run("status", "--require", "100").status == 0)
      #expect(try await run("status", "--language", "fr").status == 1)
    }
    // Without an answer, it says so.
    let away = try await run("status", "--server", "http://127.0.0.1:1")
    #expect(away.status == 1 && away.errors.contains("http://127.0.0.1:1"), "\(away)")
  }

  @Test func `a language that stands in for others can be translated on a server, too`() async throws {
    try folder.write(
      #"{"default":"en","languages":["en","pt-BR"],"fallbacks":{"pt-BR":["pt-PT"]}}"#,
      to: "screens/_languages.json")
    try folder.write(
      #"{"units":[{"item":"b","at":"/text1","source":"Later","text":"Depois"}]}"#,
      to: "screens/_translations/pt-PT/home.json")
    try await Server.run(in: folder) { server in
      for place in [[], ["--server", server.url, "--token", Server.token]] {
        let status = try await Program.run(
          ["translations", "status", "--language", "pt-PT", "--output", "json"] + place, in: folder)
        #expect(
          try JSONParser.parse(status.output)["languages"]?.arrayValue?.first?["percent"] == 50, "\(status)")
      }
    }
  }

  @Test func `an import does not replace what others have published since it read the texts`() async throws {
    #expect(try await run("export", "--language", "ko", "--output", "ko.xcstrings").status == 0)
    let conditions = Mutex<[String]>([])
    let server = try LoopbackServer { request in
      func reply(_ status: String, _ field: String, _ body: String) -> LoopbackServer.Reply {
        .closing(
          "HTTP/1.1 \(status)\r\n\(field)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
      }
      let line = request.lines.first ?? ""
      if line.hasPrefix("PUT") {
        conditions.withLock { $0 += request.lines.filter { $0.lowercased().hasPrefix("if-match") } }
        return reply(
          "412 Precondition Failed", "Content-Type: application/problem+json",
          #"{"title":"Precondition failed","status":412,"detail":"version 8 is in force"}"#)
      }
      if line.contains("/translations/ko") { return reply("200 OK", #"ETag: "7""#, #"{"units":[]}"#) }
      return reply(
        "200 OK", "Content-Type: application/json",
        #"{"default":"en","languages":[{"language":"ko","translated":0,"needsReview":0,"stale":0,"missing":1}],"#
          + #""texts":[{"route":"home","item":"b","at":"/text1","source":"Later","state":"missing"}]}"#)
    }
    defer { server.stop() }
    let outcome = try await run(
      "import", "ko.xcstrings", "--language", "ko", "--server", server.url, "--token", "t")
    #expect(outcome.status == 1 && outcome.errors.contains("version 8 is in force"), "\(outcome)")
    #expect(conditions.withLock(\.self) == [#"If-Match: "7""#])
  }

  @Test(arguments: ["ko.xlf", "ko.xliff", "ko.xcstrings"])
  func `a file for translators comes back`(name: String) async throws {
    let export = try await run("export", "--language", "ko", "--output", name)
    #expect(export.status == 0, "\(export.errors)")
    // A translator translates what is open.
    let path = folder.path(name)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    if name.hasSuffix("xcstrings") {
      var catalog = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      var strings = try #require(catalog["strings"] as? [String: [String: Any]])
      let unit = ["stringUnit": ["state": "translated", "value": "결제 & <이동>"]]
      for key in strings.keys where key.hasSuffix("a/text1") {
        var localizations = strings[key]?["localizations"] as? [String: Any] ?? [:]
        localizations["ko"] = unit
        strings[key]?["localizations"] = localizations
      }
      catalog["strings"] = strings
      text = String(decoding: try JSONSerialization.data(withJSONObject: catalog), as: UTF8.self)
    } else {
      let source = try #require(
        text.range(of: #"<source[^>]*>Pay &amp; &lt;go(&gt;|>)</source>"#, options: .regularExpression))
      text.insert(contentsOf: "<target>결제 &amp; &lt;이동&gt;</target>", at: source.upperBound)
      text = text.replacingOccurrences(of: #"state="initial""#, with: #"state="translated""#)
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let dry = try await run("import", name, "--language", "ko", "--dry-run")
    #expect(dry.output == "1 changed, 1 unchanged, 0 not taken\n", "\(dry.errors)")
    #expect(try await run("import", name, "--language", "ko").status == 0)
    let status = try await run("status", "--require", "100")
    #expect(status.status == 0, "\(status.output)")
    #expect(folder.text(of: "screens/_translations/ko/home.json").contains("결제 & <이동>"))
    // The source changes before the next file comes back.
    try folder.write(Self.screen("Pay"), to: "screens/home.json")
    let late = try await run("import", name, "--language", "ko")
    #expect(late.status == 1 && late.errors.contains("has changed since the export"))
    // The export offers the stale translation. It is not used before a translator has looked at it.
    #expect(try await run("export", "--language", "ko", "--output", "again-\(name)").status == 0)
    #expect(folder.text(of: "again-\(name)").contains("결제"))
    let untouched = try await run("import", "again-\(name)", "--language", "ko")
    #expect(untouched.output == "0 changed, 2 unchanged, 0 not taken\n", "\(untouched)")
    #expect(try await run("status").output.contains("1      0"))
  }

  @Test func `texts of an app are joined by their source`() async throws {
    try folder.write(
      #"<resources><string name="later">Later</string><string name="x">Nowhere</string></resources>"#,
      to: "values/strings.xml")
    try folder.write(
      #"<resources><string name="later">있다가</string><string name="x">없음</string></resources>"#,
      to: "values-ko/strings.xml")
    let result = try await run(
      "import", "values-ko/strings.xml", "--source", "values/strings.xml", "--language", "ko")
    #expect(result.output == "1 changed, 0 unchanged, 1 not taken\n" && result.status == 1)
    #expect(folder.text(of: "screens/_translations/ko/home.json").contains("있다가"))
  }

  @Test(arguments: [("bad.xlf", "<xliff"), ("bad.xliff", "<!DOCTYPE a><a/>"), ("bad.xcstrings", "{")])
  func `a file that cannot be read is an error with its place`(name: String, text: String) async throws {
    try folder.write(text, to: name)
    let result = try await run("import", name, "--language", "ko")
    #expect(result.status == 1 && result.errors.contains("\(name):1:"), "\(result.errors)")
  }
}
