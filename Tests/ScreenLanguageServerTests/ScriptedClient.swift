import Foundation
import JSONText
import ScreenLanguageServer
import TestFolders
import Testing

/// A client of the language server with a folder of screens of its own.
final class ScriptedClient {
  private var server = LanguageServer(version: "test")
  private var count = 0
  private let files: TemporaryFolder
  /// Its address ends with a slash, as that of a folder.
  var folder: URL { URL(filePath: files.path, directoryHint: .isDirectory) }

  init(isInitialized: Bool = true) throws {
    files = try TemporaryFolder()
    try PackageFolder.copyScreens(["_types", "_formats"], to: files.url)
    if isInitialized {
      _ = try request("initialize", ["capabilities": [:]])
      notify("initialized")
    }
  }

  var exitStatus: Int32? { server.exitStatus }

  func uri(_ path: String) -> String { folder.appending(path: path).standardizedFileURL.absoluteString }

  func write(_ text: String, to path: String) throws { try files.write(text, to: path) }

  // MARK: Messages

  /// Sends bytes as the content of a message.
  func send(_ content: [UInt8]) -> [JSONValue] { server.receive(content) }

  /// The response to a request.
  func respond(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    count += 1
    let id = JSONValue.number(JSONNumber(count))
    let message: JSONValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
    let answers = send(message.serialized())
    let response = try #require(answers.first)
    #expect(answers.count == 1)
    #expect(response["jsonrpc"] == "2.0")
    #expect(response["id"] == id)
    return response
  }

  /// The result of a request.
  func request(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try #require(try respond(method, params)["result"])
  }

  /// Sends a notification.
  /// - Returns: the diagnostics that it led to, by path within the folder.
  @discardableResult
  func notify(_ method: String, _ params: JSONValue = [:]) -> [String: JSONValue] {
    let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    var found: [String: JSONValue] = [:]
    for answer in send(message.serialized()) + server.flush() {
      #expect(answer["method"] == "textDocument/publishDiagnostics")
      guard let uri = answer["params"]?["uri"]?.stringValue else { continue }
      found[String(uri.dropFirst(folder.absoluteString.count))] = answer["params"]?["diagnostics"]
    }
    return found
  }

  @discardableResult
  func open(_ text: String, at path: String) -> [String: JSONValue] {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(path)), "languageId": "json", "version": 1, "text": .string(text),
        ]
      ])
  }

  func change(_ path: String, _ changes: [JSONValue], version: Int) -> [String: JSONValue] {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(path)), "version": .number(JSONNumber(version))],
        "contentChanges": .array(changes),
      ])
  }

  /// Opens a document and asks about the place of the character `‸`, which is not part of it.
  func ask(_ method: String, _ marked: String, at path: String = "test.json") throws -> JSONValue {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    let before = try #require(parts.first)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    open(parts.joined(), at: path)
    return try request(
      "textDocument/" + method,
      [
        "textDocument": ["uri": .string(uri(path))],
        "position": [
          "line": .number(JSONNumber(lines.count - 1)),
          "character": .number(JSONNumber(lines.last?.utf16.count ?? 0)),
        ],
      ])
  }

  /// The labels of the proposals at a place.
  func proposals(_ marked: String, at path: String = "test.json") throws -> [String] {
    let items = try #require(try ask("completion", marked, at: path).arrayValue)
    return items.compactMap { $0["label"]?.stringValue }
  }
}
