import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee capture`, and a server of what it wrote.
@Suite final class CaptureTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let serving = ["--admin-token", Server.token, "--screens", "new", "--data", "data-new"]

  /// An HTTP Archive of GET requests with JSON answers.
  private func record(_ answers: [(url: String, body: String)]) throws {
    let entries = answers.map { url, body -> JSONValue in
      [
        "request": ["method": "GET", "url": .string(url)],
        "response": ["status": 200, "content": ["mimeType": "application/json", "text": .string(body)]],
      ]
    }
    let archive: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    try folder.write(archive.text, to: "traffic.har")
  }

  private func capture(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(["capture", "traffic.har", "--screens", "new"] + arguments, in: folder)
  }

  /// The paths of all files in the test's folder, except the streams of programs.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path("")).sorted().filter {
      !$0.hasPrefix("errors-") && !$0.hasPrefix("screens")
    }
  }

  /// Captures, validates and serves, and expects the recorded answers.
  private func expectServed(_ answers: [(path: String, body: String)]) async throws {
    let run = try await capture("--allow-left-out")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let check = try await Program.run(["validate", "new"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    try await Server.run(in: folder, Self.serving) { server in
      for (path, body) in answers {
        let answer = try await server.get(path)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        let (sent, recorded) = (try JSONParser.parse(answer.text), try JSONParser.parse(body))
        #expect(sent.isEquivalent(to: recorded), "\(path): \(answer.text)")
      }
    }
  }

  @Test func `screens of a Marquee server come back from a recording of it`() async throws {
    for name in ["home", "menu", "welcome", "cafe", "settings", "rich"] { try folder.ship(name) }
    let paths =
      ["home", "menu", "welcome", "cafe", "settings", "rich"].map { "/screens/\($0)" }
      + (1...12).map { "/screens/home?user=\($0)" } + ["/screens/home?variant=price-first", "/view-types"]
    var answers: [(path: String, body: String)] = []
    try await Server.run(in: folder) { server in
      for path in paths { answers.append((path, try await server.get(path).text)) }
    }
    try record(answers.map { ("http://127.0.0.1:9" + $0.path, $0.body) })
    // Another path than below /screens stays what it is: the route.
    answers.removeLast()
    try await expectServed(answers)
    #expect(try JSONParser.parse(folder.text(of: "new/menu.json"))["format"] == "viewItems")
    #expect(try JSONParser.parse(folder.text(of: "new/settings.json"))["format"] == "sections")
  }

  @Test(arguments: ["mitmproxy", "chromium", "charles"])
  func `a program's recording is served`(_ name: String) async throws {
    let file = PackageFolder.url.appending(path: "Tests/ScreenCaptureTests/Recordings/\(name).har")
    let text = try String(contentsOf: file, encoding: .utf8)
    try folder.write(text, to: "traffic.har")
    let entries = try #require(try JSONParser.parse(text)["log"]?["entries"]?.arrayValue)
    var answers: [(path: String, body: String)] = []
    for entry in entries {
      let content = entry["response"]?["content"]
      guard entry["request"]?["method"] == "GET", entry["response"]?["status"]?.numberValue?.intValue == 200,
        content?["mimeType"]?.stringValue?.hasPrefix("application/json") == true
      else { continue }
      let url = try #require(URLComponents(string: entry["request"]?["url"]?.stringValue ?? ""))
      var body = try #require(content?["text"]?.stringValue)
      if content?["encoding"] == "base64" {
        body = String(decoding: try #require(Data(base64Encoded: body)), as: UTF8.self)
      }
      let query = url.percentEncodedQuery.map { "?" + $0 } ?? ""
      answers.append(("/screens" + url.percentEncodedPath + query, body))
    }
    #expect(answers.count == (name == "charles" ? 4 : 9))
    try await expectServed(answers)
  }

  @Test func `a second run changes nothing`() async throws {
    try record([("https://a.example/home", #"{"viewItems":[]}"#)])
    #expect(try await capture().status == 0)
    let files = try files()
    let run = try await capture()
    #expect(run.status == 0)
    #expect(
      run.outputLines == [
        "equal: GET https://a.example/home as /screens/home", "unchanged new/home.json",
        "1 request: 1 equal, 0 differ, 0 left out",
      ])
    #expect(try self.files() == files)
  }

  @Test func `a later recording widens drafts, and leaves what a person has edited`() async throws {
    func record(_ card: String) throws {
      try self.record([
        ("https://a.example/home", #"{"cards":[\#(card),{"type":"line"}]}"#),
        ("https://a.example/menu", #"{"cards":[{"type":"line"},{"type":"line"}]}"#),
      ])
    }
    try record(#"{"type":"card","text":"a"}"#)
    #expect(try await capture().status == 0)
    try record(#"{"type":"card","text":null}"#)
    let run = try await capture()
    #expect(run.status == 0)
    #expect(
      run.outputLines.suffix(4) == [
        #"widened new/_types/card.json: "/properties/text/type" allows null"#, "updated new/home.json",
        "unchanged new/menu.json", "2 requests: 2 equal, 0 differ, 0 left out",
      ])
    try await Server.run(in: folder, Self.serving) { server in
      let answer = try await server.get("/screens/home")
      #expect(try JSONParser.parse(answer.text)["cards"]?.arrayValue?.first?["text"] == .null)
    }
    let edited = folder.text(of: "new/_types/card.json").replacing("A draft", with: "Our card, a draft")
    try folder.write(edited, to: "new/_types/card.json")
    let screen = folder.text(of: "new/home.json")
    try record(#"{"type":"card","text":1}"#)
    let refused = try await capture()
    #expect(refused.status == 1)
    #expect(
      refused.output.contains(
        #"not widened new/_types/card.json, because it has been edited since capture wrote it; it would have to change: "/properties/text/type" allows integer"#
      ))
    let report = try JSONParser.parse(try await capture("--output", "json").output)
    #expect(
      report["notWidened"] == [
        [
          "file": "new/_types/card.json", "reason": "it has been edited since capture wrote it",
          "changes": [["pointer": "/properties/text/type", "change": "allows integer"]],
        ]
      ])
    #expect(folder.text(of: "new/_types/card.json") == edited)
    #expect(folder.text(of: "new/home.json") == screen)
  }

  @Test func `without a valid record, nothing is replaced`() async throws {
    try record([("https://a.example/home", #"{"viewItems":[]}"#)])
    #expect(try await capture().status == 0)
    try folder.write("{}", to: "new/_capture.json")
    let run = try await capture()
    #expect(run.status == 1)
    #expect(
      run.errors
        == "marquee: new/_capture.json is not a record of marquee capture; delete it, and no file that exists will be changed\n"
    )
    try FileManager.default.removeItem(atPath: folder.path("new/_capture.json"))
    try record([("https://a.example/home", #"{"viewItems":[{"viewType":"A","viewObject":{}}]}"#)])
    let later = try await capture()
    #expect(later.status == 1)
    #expect(later.output.contains("is not changed, because no capture has written it"))
  }

  @Test func `a link is not replaced`() async throws {
    try record([("https://a.example/home", #"{"viewItems":[]}"#)])
    #expect(try await capture().status == 0)
    let target = folder.path("target.json")
    try FileManager.default.moveItem(atPath: folder.path("new/home.json"), toPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("new/home.json"), withDestinationPath: target)
    let text = folder.text(of: "target.json")
    try record([("https://a.example/home", #"{"viewItems":[{"viewType":"A","viewObject":{}}]}"#)])
    let run = try await capture()
    #expect(run.status == 1)
    #expect(run.errors == "marquee: new/home.json is a link, so it is not replaced; choose another folder\n")
    #expect(folder.text(of: "target.json") == text)
    #expect(try !files().contains("new/_types/A.json"))
  }

  @Test func `a file that exists is not replaced`() async throws {
    try folder.write(#"{"items":[]}"#, to: "new/home.json")
    try folder.write(#"{"type":"object","required":["y"]}"#, to: "new/_types/A.json")
    let item = #"{"viewType":"A","viewObject":{"x":1}}"#
    try record([
      ("https://a.example/home", #"{"viewItems":[\#(item)]}"#),
      ("https://a.example/b", #"{"viewItems":[\#(item)]}"#),
    ])
    let run = try await capture()
    #expect(run.status == 1)
    #expect(run.output.contains("the folder already has home.json, which sends something else"))
    #expect(run.output.contains(#"A needs the member "y""#))
    #expect(folder.text(of: "new/home.json") == #"{"items":[]}"#)
    #expect(try files() == ["new", "new/_types", "new/_types/A.json", "new/home.json", "traffic.har"])
  }

  @Test func `a link in the folder is not followed`() async throws {
    try folder.write("", to: "outside/file")
    try folder.write("", to: "new/other.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("new/menu"), withDestinationPath: folder.path("outside"))
    try record([
      ("https://a.example/menu/soup", #"{"viewItems":[]}"#), ("https://a.example/home", #"{"viewItems":[]}"#),
    ])
    let run = try await capture()
    #expect(run.status == 1)
    #expect(
      run.errors
        == "marquee: new/menu is a link or a file, so nothing is written below it; choose another folder\n")
    #expect(
      try files() == ["new", "new/menu", "new/other.txt", "outside", "outside/file", "traffic.har"])
  }

  @Test func `a hostile recording writes nothing outside the folder`() async throws {
    let paths = [
      "/../../x", "/%2e%2e/x", "/..%2Fx", "/a/%2E%2E/%2E%2E/x", "/%00x", "/a%00/../x", "//x", "/./x",
      "/_types/A",
      "/.hidden", "/a\\..\\x", "/-", "/x/..", "/%c0%ae%c0%ae/x", "/\u{2025}/x", "/con%0Atrol",
    ]
    try record(paths.map { ("https://a.example" + $0, #"{"viewItems":[]}"#) })
    let run = try await capture()
    // The server would serve no other path as one of these screens.
    #expect(
      try files() == [
        "new", "new/_capture.json", "new/_endpoints", "new/_endpoints/hidden.json",
        "new/_endpoints/types-A.json",
        "new/_endpoints/x.json", "new/_formats", "new/_formats/viewItems.json", "new/hidden.json",
        "new/types",
        "new/types/A.json", "new/u2025", "new/u2025/x.json",
        "traffic.har",
      ])
    #expect(run.outputLines.last == "16 requests: 3 equal, 0 differ, 13 left out")
    #expect(!run.output.utf8.contains(0))
  }

  @Test func `the report can be JSON, and a pattern selects requests`() async throws {
    try record([
      ("https://a.example/v1/home", #"{"n":1,"viewItems":[]}"#),
      ("https://a.example/v1/home?x=1", #"{"n":2,"viewItems":[]}"#),
      ("https://b.example/v1/home", "{}"), ("https://c.example/home", "{}"),
    ])
    let patterns = ["--url", "a.example/", "--url", "b.example/none"]
    let arguments = ["capture", "traffic.har", "--screens", "new"] + patterns
    let refused = try await Program.run(arguments, in: folder)
    #expect(refused.status == 1)
    #expect(
      refused.outputLines[1]
        == #"left-out: GET https://a.example/v1/home?x=1: at "/n": outside of its items it differs from the other responses of "v1/home""#
    )
    try FileManager.default.removeItem(atPath: folder.path("new"))
    let run = try await Program.run(arguments + ["--allow-left-out", "--output", "json"], in: folder)
    #expect(run.status == 0)
    #expect(
      try JSONParser.parse(run.output) == [
        "requests": [
          [
            "index": 0, "method": "GET", "url": "https://a.example/v1/home", "result": "equal",
            "route": "v1/home",
          ],
          [
            "index": 1, "method": "GET", "url": "https://a.example/v1/home?x=1", "result": "left-out",
            "in": "response", "pointer": "/n",
            "reason": #"outside of its items it differs from the other responses of "v1/home""#,
          ],
        ], "screens": ["v1/home"], "viewTypes": [], "formats": ["viewItems-2"],
        "endpoints": ["v1-home"],
        "files": [
          "new/_formats/viewItems-2.json", "new/v1/home.json", "new/_endpoints/v1-home.json",
        ], "updated": [], "widened": [],
        "notWidened": [], "unchanged": [],
        "personalData": [], "redacted": false, "notes": ["--url does not match 2 of the recorded requests"],
      ])
  }

  @Test func `the author says what cannot be inferred, and reads how it was understood`() async throws {
    try record([
      ("https://a.example/home", #"{"rows":[{"a":"big","b":"r1"},{"a":"small","b":"r2"}]}"#),
      ("https://b.example/home", "{}"),
    ])
    let hints = ["--items", "/rows", "--type", "/a", "--id", "/b"]
    let arguments = ["capture", "traffic.har", "--screens", "new", "--url", "a.example", "--explain"] + hints
    let run = try await Program.run(arguments, in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      run.outputLines.suffix(8)
        == [
          "note: --url does not match 1 of the recorded requests", "/screens/home",
          "  lists: /rows (an array)",
          "  type: at /a", "  id: at /b", "  content: the whole element", "  items: 1 big, 1 small",
          "  format: rows",
          "1 request: 1 equal, 0 differ, 0 left out",
        ].suffix(8))
    let json = try JSONParser.parse(
      try await Program.run(arguments + ["--output", "json"], in: folder).output)
    #expect(json["explanations"]?.arrayValue?.first?["id"] == "/b")
    let wrong = try await capture("--type", "kind")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors
        == "marquee: --type \"kind\" is not a JSON Pointer (RFC 6901) to a place; write it as /data/rows, with ~1 for / and ~0 for ~ in a name\n"
    )
  }

  @Test func `a request as recorded gets what the report says`() async throws {
    try record([
      ("https://a.example/home", #"{"viewItems":[]}"#),
      ("https://a.example/home?__status=503", #"{"viewItems":[]}"#),
      ("https://a.example/home?q=" + String(repeating: "x", count: 9000), #"{"viewItems":[]}"#),
    ])
    let run = try await capture()
    #expect(run.status == 1)
    #expect(run.outputLines.last == "3 requests: 1 equal, 2 differ, 0 left out")
    try await Server.run(in: folder, Self.serving) { server in
      for (query, status) in [
        ("", 200), ("?__status=503", 503), ("?q=" + String(repeating: "x", count: 9000), 414),
      ] {
        let answer = try await server.get("/screens/home\(query)")
        #expect(Int(answer.status) == status)
      }
    }
  }

  @Test(.bug(id: "F18")) func `personal data is reported with its place, and replaced on demand`()
    async throws
  {
    let body = #"{"viewItems":[],"email":"kim@example.org","access_token":"abc"}"#
    try record([("https://a.example/me?phone=010-1234-5678", body)])
    let run = try await capture()
    #expect(run.status == 0)
    let request = "GET https://a.example/me?phone=010-1234-5678"
    #expect(
      run.outputLines.suffix(5) == [
        "personal data: phone number in the parameter \"phone\" of \(request)",
        "personal data: e-mail address at \"/email\" in the response of \(request)",
        "personal data: token at \"/access_token\" in the response of \(request)",
        "note: everybody who reaches the server can read its screens; replace personal data with --redact",
        "1 request: 1 equal, 0 differ, 0 left out",
      ])
    try FileManager.default.removeItem(atPath: folder.path("new"))
    let redacted = try await capture("--redact")
    #expect(redacted.status == 0)
    #expect(!redacted.output.contains("1234"))
    #expect(
      redacted.outputLines.suffix(4).first
        == "redacted: phone number in the parameter \"phone\" of GET https://a.example/me?phone=%2B15551000001"
    )
    for file in try files() where file.hasPrefix("new/") && file.hasSuffix(".json") {
      let text = folder.text(of: file)
      #expect(!text.contains("kim@") && !text.contains("abc") && !text.contains("1234"), "\(file)")
    }
    try await Server.run(in: folder, Self.serving) { server in
      let answer = try await server.get("/screens/me")
      #expect(
        try JSONParser.parse(answer.text) == [
          "viewItems": [], "email": "person-1@example.com", "access_token": "redacted-token-1",
        ])
    }
  }

  @Test func `what is no recording is refused with its place`() async throws {
    try folder.write("{\n  \"log\": oops", to: "traffic.har")
    let run = try await capture()
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("marquee: traffic.har:2:10: "))
    let missing = try await Program.run(["capture", "none.har", "--screens", "new"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errors == "marquee: the recording none.har cannot be read: it does not exist\n")
    #expect(try await Program.run(["capture"], in: folder).status == 64)
    #expect(try files() == ["traffic.har"])
  }

  @Test func `nothing to capture is the exit code 1`() async throws {
    try record([])
    let run = try await capture()
    #expect(run.status == 1)
    #expect(run.output == "0 requests: 0 equal, 0 differ, 0 left out\n")
  }
}
