import BuiltPrograms
import Foundation
import JSONText
import TestFolders
import Testing

/// The clients that generated code contains, with a running server.
@Suite struct ClientTests {
  private static let home = #"""
    {"screenName": "Home", "items": [
      {"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Hello"}},
      {"id": "later", "viewType": "LATER", "content": {}},
      {"id": "long", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(String(repeating: "long", count: 50))"}}],
     "experiment": {"key": "greeting", "force": {"b": "warm"}, "variants": [
      {"key": "plain", "weight": 1},
      {"key": "warm", "weight": 0, "changes": [{"op": "merge", "id": "hello", "content": {"text1": "Welcome"}}]}]}}
    """#

  private static let feed = #"""
    {"pages": {"size": 2, "parameter": "after"}, "items": [
      {"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "1"}},
      {"id": "b", "viewType": "ONE_LINE_TEXT", "content": {"text1": "2"}},
      {"id": "c", "viewType": "ONE_LINE_TEXT", "content": {"text1": "3"}}]}
    """#

  @Test(arguments: ClientProgram.Kind.allCases)
  func `a client fetches, caches and follows what a server publishes`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    try folder.write(Self.home, to: "screens/home.json")
    try folder.write(Self.feed, to: "screens/feed.json")
    // The generated code does not know this type.
    try folder.write("true", to: "screens/_types/LATER.json")
    let server = try LiveServer(screens: folder.path("screens"))
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    let rest = "greeting=plain later=dropped hello:"

    client.send("screen home")
    #expect(client.line() == "screen network 1 ko \(rest)Hello")
    client.send("screen home")
    #expect(client.line() == "screen notModified 1 ko \(rest)Hello")
    client.send("screen nothing")
    #expect(client.line() == "screen error not-found")
    client.send("pages feed")
    #expect(client.line() == "pages network 1 ko - - a:1 b:2")
    #expect(client.line() == "pages network 1 ko - - c:3")
    #expect(client.line() == "pages end")

    client.send("follow home")
    #expect(client.line() == "follow cache 1 ko \(rest)Hello")
    #expect(client.line() == "follow notModified 1 ko \(rest)Hello")
    try server.patch("/admin/screens/home", Self.greeting("Hi"))
    #expect(client.line() == "follow delta 2 ko \(rest)Hi")
    client.send("expose zoe")
    #expect(client.line() == "expose done")
    let exposures = try server.get("/admin/experiments/greeting/exposures")
    #expect(exposures.contains(#""unit":"zoe","experiment":"greeting","variant":"plain""#))

    server.stop()
    client.send("screen home")
    #expect(client.line() == "screen cache 2 ko \(rest)Hi")
    try server.start()
    let confirmed = "follow notModified 2 ko \(rest)Hi"
    #expect(client.line() == confirmed)
    try server.patch("/admin/screens/home", Self.greeting("Hello again"))
    // Each lost connection makes the client ask once more.
    #expect(client.line(after: confirmed) == "follow delta 3 ko \(rest)Hello again")
    client.send("user b")
    #expect(client.line() == "follow network 3 ko greeting=warm later=dropped hello:Welcome")
    try server.delete("/admin/screens/home")
    #expect(client.line() == "follow error deleted")
    #expect(client.finish() == 0)
  }

  @Test(arguments: ClientProgram.Kind.allCases)
  func `a client follows all screens by one stream`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    for route in ["one", "two", "three"] { try folder.write(Self.text("Hello"), to: "screens/\(route).json") }
    let server = try LiveServer(screens: folder.path("screens"))
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    for route in ["one", "two"] {
      client.send("follow \(route)")
      #expect(client.line() == "follow network 1 ko - - hello:Hello")
    }
    for (index, route) in ["one", "two"].enumerated() {
      try server.patch("/admin/screens/\(route)", Self.greeting("\(index)"))
      #expect(client.line().isUpdate("2 ko - - hello:\(index)"))
    }
    client.send("follow three")
    #expect(client.line() == "follow network 1 ko - - hello:Hello")
    // The stream is opened again for three screens, and has the events of those of before.
    for (index, route) in ["one", "three"].enumerated() {
      try server.patch("/admin/screens/\(route)", Self.greeting("again \(index)"))
      #expect(client.line().isUpdate("\(3 - index) ko - - hello:again \(index)"))
    }
    let metrics = try server.get("/metrics")
    #expect(!metrics.contains(#"route="/screens/{route}/events""#))
    #expect(client.finish() == 0)
  }

  @Test(arguments: ClientProgram.Kind.allCases)
  func `a snapshot says its language and direction`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    try folder.write(Self.text("Hello"), to: "screens/home.json")
    try folder.write(
      #"{"default": "en", "languages": ["en", "ko", "ar"]}"#, to: "screens/_languages.json")
    for (language, text) in ["ko": "안녕", "ar": "أهلا"] {
      try folder.write(
        #"{"units": [{"item": "hello", "at": "/text1", "source": "Hello", "text": "\#(text)"}]}"#,
        to: "screens/_translations/\(language)/home.json")
    }
    let server = try LiveServer(screens: folder.path("screens"))
    for (languages, said) in [
      ("ko", "ko ltr"), ("ar-EG,ko", "ar rtl"),
      ("aa,bb,cc,dd,ee,ff,gg,hh,ii,ar,ko", "ar rtl"),
      ("aa,bb,cc,dd,ee,ff,gg,hh,ii,jj,ar", "en ltr"),
    ] {
      guard let client = try ClientProgram(kind, server: server.url, languages: languages) else { return }
      client.send("language home")
      #expect(client.line() == "language network \(said)")
      client.send("language home")
      #expect(client.line() == "language notModified \(said)")
      #expect(client.finish() == 0)
    }
  }

  @Test(arguments: ClientProgram.Kind.allCases)
  func `an error of the function for header fields ends nothing`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    try folder.write(Self.text("Hello"), to: "screens/home.json")
    let server = try LiveServer(screens: folder.path("screens"))
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    client.send("break 1")
    client.send("screen home")
    #expect(client.line() == "screen error unreachable")
    // The first request of the loop fails, too.
    client.send("follow home")
    client.send("break 0")
    #expect(client.line() == "follow network 1 ko - - hello:Hello")
    #expect(client.finish() == 0)
  }

  private static func text(_ text: String) -> String {
    #"{"items": [{"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(text)"}}]}"#
  }

  private static func greeting(_ text: String) -> String {
    #"[{"op": "replace", "path": "/items/0/content/text1", "value": "\#(text)"}]"#
  }

  @Test(arguments: [ClientProgram.Kind.typeScript, .kotlin])
  func `a client applies the patches of the public suite`(kind: ClientProgram.Kind) throws {
    guard let suite = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the JSON Patch tests of the public suite; set CONFORMANCE_DIR")
      return
    }
    guard let client = try ClientProgram(kind, server: URL(fileURLWithPath: "/")) else { return }
    for file in ["tests.json", "spec_tests.json"] {
      let text = try Data(contentsOf: URL(fileURLWithPath: suite + "/json-patch/" + file))
      for test in try JSONParser.parse([UInt8](text)).arrayValue ?? [] {
        guard let value = test["doc"], let patch = test["patch"], test["disabled"] != true else { continue }
        client.send("patch " + JSONValue.array([value, patch]).text)
        let line = client.line() ?? ""
        if test["error"] != nil {
          #expect(line == "refused", "\(test.text)")
        } else if let expected = test["expected"] {
          #expect((try? JSONParser.parse(line))?.isEquivalent(to: expected) == true, "\(test.text) \(line)")
        }
      }
    }
    #expect(client.finish() == 0)
  }
}

extension String? {
  /// Whether a line says that a screen was updated, by a patch or as a whole: a client gets the whole screen while
  /// another one's patch is being made.
  fileprivate func isUpdate(_ rest: String) -> Bool {
    self == "follow delta \(rest)" || self == "follow network \(rest)"
  }
}
