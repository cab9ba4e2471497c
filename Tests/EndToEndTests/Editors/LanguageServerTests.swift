import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee lsp` as an editor uses it.
@Suite final class LanguageServerTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private func uri(_ path: String) -> JSONValue {
    .string(folder.url.resolvingSymlinksInPath().appending(path: path).absoluteString)
  }

  @Test func `an editor's session shows the errors of validate, and ends with 0`() async throws {
    let text = #"{"items":[{"viewType":"ONE_LINE_TXT"}]}"#
    try folder.write(text, to: "screens/home.json")
    let validation = try await Program.run(["validate"], in: folder)
    let client = try LanguageClient(in: folder)
    let start = try client.request(1, "initialize", ["processId": nil, "rootUri": nil, "capabilities": [:]])
    #expect(start["result"]?["capabilities"]?["hoverProvider"] == true)
    try client.notify("initialized")
    try client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri("screens/home.json"), "languageId": "json", "version": 1, "text": .string(text),
        ]
      ])
    let published = try client.receive()["params"]
    #expect(published?["uri"] == uri("screens/home.json"))
    let finding = try #require(published?["diagnostics"]?.arrayValue?.first)
    let message = try #require(finding["message"]?.stringValue)
    #expect(validation.output.contains("screens/home.json:1:23: error: \(message)"))
    #expect(finding["range"]?["start"] == ["line": 0, "character": 22])
    let position: JSONValue = ["line": 0, "character": 24]
    let place: JSONValue = ["textDocument": ["uri": uri("screens/home.json")], "position": position]
    let proposals = try client.request(2, "textDocument/completion", place)["result"]?.arrayValue ?? []
    #expect(proposals.contains { $0["label"] == "ONE_LINE_TEXT" })
    #expect(try client.request(3, "no/such")["error"]?["code"] == -32601)
    #expect(try client.request(4, "shutdown")["result"] == .null)
    try client.notify("exit")
    #expect(try await client.exitStatus() == 0)
  }

  @Test func `any bytes are answered with an error, and the next request is read`() async throws {
    let client = try LanguageClient(in: folder)
    try client.send((0...255).map { UInt8($0) } + Array("\r\n\r\n".utf8))
    #expect(try client.receive()["error"]?["code"] == -32700)
    let initialized = try client.request(1, "initialize", ["capabilities": [:]])
    #expect(initialized["result"]?["serverInfo"]?["name"] == "marquee")
    try client.send(Array("Content-Length: 4\r\n\r\n".utf8) + [0xFF, 0xFE, 0x00, 0x7B])
    #expect(try client.receive()["error"]?["code"] == -32700)
    #expect(try client.request(2, "shutdown")["result"] == .null)
  }

  @Test func `the end of the input without shutdown is a failure`() async throws {
    let client = try LanguageClient(in: folder)
    #expect(try await client.exitStatus() == 1)
  }
}
