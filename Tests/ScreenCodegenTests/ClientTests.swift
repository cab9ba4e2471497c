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
    try server.patch("/admin/screens/home", Self.greeting("Hello again"))
    #expect(client.line() == "follow delta 3 ko \(rest)Hello again")
    client.send("user b")
    #expect(client.line() == "follow network 3 ko greeting=warm later=dropped hello:Welcome")
    try server.delete("/admin/screens/home")
    #expect(client.line() == "follow error deleted")
    #expect(client.finish() == 0)
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
