import Foundation
import JSONText
import ScreenLanguageServer
import Screens
import Testing

@Suite struct LanguageServerTests {
  @Test func `the order of initialize, shutdown and exit is kept`() throws {
    let client = try ScriptedClient(isInitialized: false)
    #expect(try client.respond("textDocument/hover")["error"]?["code"] == -32002)
    let result = try client.request("initialize", ["capabilities": [:]])
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(result["serverInfo"]?["version"] == "test")
    #expect(try client.respond("initialize")["error"]?["code"] == -32600)
    #expect(try client.request("shutdown") == .null)
    #expect(try client.respond("textDocument/hover")["error"]?["code"] == -32600)
    #expect(client.exitStatus == nil)
    client.notify("exit")
    #expect(client.exitStatus == 0)
  }

  @Test func `an exit without shutdown is a failure`() throws {
    let client = try ScriptedClient()
    client.notify("exit")
    #expect(client.exitStatus == 1)
  }

  @Test(arguments: [
    ("", -32700), ("nonsense", -32700), ("\u{0}", -32700), ("[]", -32600), ("5", -32600), ("{}", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":"a","method":"$/optional"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"textDocument/documentSymbol","params":[]}"#, -32602),
  ])
  func `what is no request is refused with its code`(content: String, code: Int) throws {
    let client = try ScriptedClient()
    let answers = client.send(Array(content.utf8))
    #expect(answers.count == 1)
    #expect(answers.first?["error"]?["code"]?.numberValue?.intValue == code)
    #expect(try client.request("shutdown") == .null)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"no/such"}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    #"{"jsonrpc":"2.0","id":"watchers","result":null}"#,
    #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":5}}}"#,
    #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///none"}}}"#,
    #"{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":5}}"#,
  ])
  func `other notifications and responses are not answered`(content: String) throws {
    #expect(try ScriptedClient().send(Array(content.utf8)).isEmpty)
  }

  @Test func `watchers are registered if the client can do it`() throws {
    let client = try ScriptedClient(isInitialized: false)
    _ = try client.request(
      "initialize",
      ["capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]])
    let sent = client.send(Array(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.utf8))
    #expect(sent.map { $0["method"] } == ["client/registerCapability"])
  }

  // MARK: Findings

  @Test func `positions in a long line count UTF-16 units from its beginning`() throws {
    let client = try ScriptedClient()
    let pad = String(repeating: "🍜é", count: 3000)
    let text = #"{"screenName": "\#(pad)", "items": [{"viewType": "ONE_LINE_TXT"}]}"#
    let found = try #require(client.open(text, at: "long.json")["long.json"]?.arrayValue)
    let before = try #require(text.firstRange(of: "\"ONE_LINE_TXT")).lowerBound
    let start = found.first?["range"]?["start"]
    #expect(start?["line"] == 0)
    #expect(start?["character"]?.numberValue?.intValue == text[..<before].utf16.count)
  }

  @Test func `findings are taken back when the folder is gone`() throws {
    let client = try ScriptedClient()
    let text = #"{"items": [{"viewType": "ONE_LINE_TXT"}]}"#
    #expect(client.open(text, at: "home.json")["home.json"]?.arrayValue?.isEmpty == false)
    try FileManager.default.removeItem(at: client.folder.appending(path: "_types"))
    let found = client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("_types/ONE_LINE_TEXT.json")), "type": 3]]])
    #expect(found["home.json"] == [])
  }

  @Test func `unsaved text has the findings of validate, with places in UTF-16`() throws {
    let client = try ScriptedClient()
    let text = #"{"screenName": "🍜 칼국수", "items": [{"viewType": "ONE_LINE_TXT"}]}"#
    let found = try #require(client.open(text, at: "menu/noodles.json")["menu/noodles.json"]?.arrayValue)
    #expect(found.count == 1)
    let finding = try #require(found.first)
    #expect(finding["code"] == "unknown-view-type")
    #expect(finding["severity"] == 1)
    #expect(finding["message"] == #"unknown view type "ONE_LINE_TXT"; did you mean ONE_LINE_TEXT?"#)
    let start = try #require(text.range(of: #""ONE_LINE_TXT""#))
    #expect(
      finding["range"] == [
        "start": ["line": 0, "character": .number(JSONNumber(text[..<start.lowerBound].utf16.count))],
        "end": ["line": 0, "character": .number(JSONNumber(text[..<start.upperBound].utf16.count))],
      ])
  }

  @Test func `a warning has its own severity`() throws {
    let client = try ScriptedClient()
    let text =
      #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"#
      + #""experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","order":["ONE_LINE_TEXT-1"]}]}}"#
    let found = try #require(client.open(text, at: "warned.json")["warned.json"]?.arrayValue)
    #expect(found.map { $0["severity"] } == [2])
    #expect(found.map { $0["code"] } == ["filled-in-id"])
  }

  @Test func `changes of ranges and of the whole text lead to new findings`() throws {
    let client = try ScriptedClient()
    #expect(client.open("{\n  \"itemz\": []\n}", at: "a.json")["a.json"]?.arrayValue?.count == 2)
    let range: JSONValue = ["start": ["line": 1, "character": 7], "end": ["line": 1, "character": 8]]
    #expect(client.change("a.json", [["range": range, "text": "s"]], version: 2) == ["a.json": []])
    #expect(client.change("a.json", [["range": range, "text": "s"]], version: 3) == ["a.json": []])
    let broken = client.change("a.json", [["text": "{}"], ["text": "["]], version: 4)
    #expect(broken["a.json"]?.arrayValue?.map { $0["code"] } == ["syntax"])
    // Places beyond the end are at the end.
    let far: JSONValue = ["start": ["line": 9, "character": 9], "end": ["line": 99, "character": 0]]
    #expect(
      client.change("a.json", [["range": far, "text": "]"]], version: 5)["a.json"]?.arrayValue?
        .map { $0["code"] } == ["wrong-type"])
  }

  @Test func `a change of a view type brings findings about other files, and closing takes them back`() throws
  {
    let client = try ScriptedClient()
    try client.write(#"{"items":[{"viewType":"CARD","content":{"a":1}}]}"#, to: "cards.json")
    try client.write("{}", to: "_types/CARD.json")
    let found = client.open(#"{"required":["b"]}"#, at: "_types/CARD.json")
    #expect(found["cards.json"]?.arrayValue?.map { $0["code"] } == ["missing-member"])
    #expect(found["_types/CARD.json"] == [])
    let closed = client.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(client.uri("_types/CARD.json"))]])
    #expect(closed == ["cards.json": []])
  }

  @Test func `a file that changes on the disk is checked again`() throws {
    let client = try ScriptedClient()
    #expect(client.open(#"{"items":[]}"#, at: "a.json") == ["a.json": []])
    try client.write("[", to: "b.json")
    let found = client.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": .string(client.uri("b.json")), "type": 1]]])
    #expect(found["b.json"]?.arrayValue?.map { $0["code"] } == ["syntax"])
    #expect(found.count == 1)
  }

  @Test func `a file outside of a folder of screens has no findings and no proposals`() throws {
    let client = try ScriptedClient()
    #expect(client.open("[", at: "../other.json").isEmpty)
    #expect(try client.ask("hover", "{‸}", at: "../other.json") == .null)
  }

  /// Each finding of a mistake stands at the line of `marquee validate`.
  @Test func `a document with several mistakes has all findings`() throws {
    let client = try ScriptedClient()
    let text = """
      {
        "items": [
          { "id": "a", "viewType": "BViewType", "content": { "title": 1 } },
          { "id": "a", "viewType": "TITLE", "content": {} }
        ]
      }
      """
    let found = try #require(client.open(text, at: "a.json")["a.json"]?.arrayValue)
    try client.write(text, to: "a.json")
    let check = FolderImport(
      checking: try FolderContents(reading: client.folder.path(percentEncoded: false)))
    let expected = check.problems.flatMap(\.diagnostics.kept)
    #expect(expected.count == 3)
    #expect(found.map { $0["code"]?.stringValue } == expected.map(\.code.rawValue))
    #expect(found.map { $0["message"]?.stringValue } == expected.map(\.text))
    #expect(
      found.map { $0["range"]?["start"]?["line"]?.numberValue?.intValue }
        == expected.map { $0.position.map { $0.line - 1 } })
  }
}
