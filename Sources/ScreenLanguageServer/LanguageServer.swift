package import JSONText
import Screens

/// A language server (LSP 3.17) for the documents in folders of screens.
///
/// It is a state machine without I/O. ``receive(_:)`` handles a message of the client. ``flush()`` checks the
/// folders that have changed since its last call. The findings are those of `marquee validate`; the unsaved
/// text of open documents takes the place of their files.
package struct LanguageServer {
  /// The phase of the server's lifecycle (LSP 3.17, Server lifecycle).
  private enum Phase { case starting, running, shutDown }

  private var phase = Phase.starting
  private var documents: [String: OpenDocument] = [:]
  /// The last check of each folder.
  private var checks: [String: FolderCheck] = [:]
  /// The folders to check again.
  private var changed: Set<String> = []
  private var published = PublishedDiagnostics()
  private var canRegisterWatchers = false
  private let version: String
  /// The exit status, set when the client sends `exit`: 0 after `shutdown`, else 1 (LSP 3.17, Exit Notification).
  package private(set) var exitStatus: Int32?

  /// The largest number of open documents.
  static let maximumDocuments = 1000

  /// - Parameter version: the version of Marquee.
  package init(version: String) { self.version = version }

  /// The exit status if the client closes the connection without `exit`.
  package var statusAtEnd: Int32 { phase == .shutDown ? 0 : 1 }

  /// The error response to bytes that are not a message.
  package func parseErrorResponse(_ reason: String) -> JSONValue {
    Message.refusal(.null, .parseError, reason)
  }

  /// Handles the content of a message.
  /// - Returns: the messages to send.
  package mutating func receive(_ content: [UInt8]) -> [JSONValue] {
    let message: JSONValue
    do throws(JSONSyntaxError) {
      message = try JSONDocument(content).value
    } catch {
      return [parseErrorResponse(error.message)]
    }
    guard case .object(let object) = message, object["jsonrpc"] == "2.0" else {
      return [Message.refusal(.null, .invalidRequest, "a message is an object with \"jsonrpc\": \"2.0\"")]
    }
    guard let method = object["method"]?.stringValue else {
      // The response to a request of this server needs no reply.
      if object["method"] == nil, object["id"] != nil, object["result"] != nil || object["error"] != nil {
        return []
      }
      return [Message.refusal(object["id"] ?? .null, .invalidRequest, "\"method\" is a string")]
    }
    let params = object["params"] ?? .object([:])
    guard let id = object["id"] else { return notified(method, params) }
    return requested(method, params, id)
  }

  // MARK: Requests

  private mutating func requested(_ method: String, _ params: JSONValue, _ id: JSONValue) -> [JSONValue] {
    switch (method, phase) {
    case ("initialize", .starting):
      phase = .running
      let watching = params["capabilities"]?["workspace"]?["didChangeWatchedFiles"]
      canRegisterWatchers = watching?["dynamicRegistration"] == true
      return [Message.response(id, initialization)]
    case ("initialize", _):
      return [Message.refusal(id, .invalidRequest, "the server was initialized before")]
    case (_, .starting):
      return [Message.refusal(id, .notInitialized, "the first request is initialize")]
    case (_, .shutDown):
      return [Message.refusal(id, .invalidRequest, "the server was shut down")]
    case ("shutdown", .running):
      phase = .shutDown
      return [Message.response(id, .null)]
    case ("textDocument/hover", .running):
      return [located(params, id) { Hover.result($0, at: $1, in: $2) }]
    case ("textDocument/completion", .running):
      return [located(params, id) { Completion.result($0, at: $1, in: $2) }]
    case ("textDocument/definition", .running):
      return [located(params, id) { NamedFile.result($0, at: $1, in: $2) }]
    case ("textDocument/documentSymbol", .running):
      guard let document = document(params) else { return [refusedDocument(id)] }
      return [Message.response(id, DocumentSymbols.result(document))]
    default:
      return [Message.refusal(id, .methodNotFound, "unknown method \(quoted(method))")]
    }
  }

  private var initialization: JSONValue {
    [
      "capabilities": [
        "positionEncoding": "utf-16",
        // 2: changes are sent as ranges.
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "hoverProvider": true, "completionProvider": ["triggerCharacters": ["\"", ":"]],
        "documentSymbolProvider": true, "definitionProvider": true,
      ], "serverInfo": ["name": "marquee", "version": .string(version)],
    ]
  }

  /// Answers a request about a position of an open document.
  private mutating func located(
    _ params: JSONValue, _ id: JSONValue, _ result: (OpenDocument, Int, FolderCheck) -> JSONValue
  ) -> JSONValue {
    guard let document = document(params), params["position"] != nil else { return refusedDocument(id) }
    guard let folder = FolderCheck.folder(of: document.path) else { return Message.response(id, .null) }
    if checks[folder] == nil { checks[folder] = try? check(folder) }
    guard let check = checks[folder] else { return Message.response(id, .null) }
    return Message.response(id, result(document, document.offset(of: params["position"]), check))
  }

  private func document(_ params: JSONValue) -> OpenDocument? {
    params["textDocument"]?["uri"]?.stringValue.flatMap { documents[$0] }
  }

  private func refusedDocument(_ id: JSONValue) -> JSONValue {
    Message.refusal(id, .invalidParams, "\"textDocument\" names no open file")
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ params: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exitStatus = statusAtEnd
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return canRegisterWatchers ? [Self.watchers] : []
    case "textDocument/didOpen": open(params["textDocument"] ?? .null)
    case "textDocument/didChange":
      guard let uri = params["textDocument"]?["uri"]?.stringValue else { break }
      documents[uri]?.apply(
        params["contentChanges"]?.arrayValue ?? [], version: params["textDocument"]?["version"])
      markChanged(documents[uri]?.path)
    case "textDocument/didSave": markChanged(document(params)?.path)
    case "textDocument/didClose":
      guard let uri = params["textDocument"]?["uri"]?.stringValue else { break }
      markChanged(documents.removeValue(forKey: uri)?.path)
    case "workspace/didChangeWatchedFiles":
      for change in params["changes"]?.arrayValue ?? [] {
        markChanged(change["uri"]?.stringValue.flatMap { DocumentURI.path(of: $0) })
      }
    default: break
    }
    return []
  }

  /// Asks the client to report files that change on the disk.
  private static let watchers = Message.request(
    "watchers", "client/registerCapability",
    [
      "registrations": [
        [
          "id": "watchers", "method": "workspace/didChangeWatchedFiles",
          "registerOptions": ["watchers": [["globPattern": "**/*.json"]]],
        ]
      ]
    ])

  private mutating func open(_ item: JSONValue) {
    guard let uri = item["uri"]?.stringValue, let text = item["text"]?.stringValue,
      let path = DocumentURI.path(of: uri), documents.count < Self.maximumDocuments
    else { return }
    documents[uri] = OpenDocument(uri: uri, path: path, version: item["version"], text: Array(text.utf8))
    markChanged(path)
  }

  private mutating func markChanged(_ path: String?) {
    guard let path else { return }
    if let folder = FolderCheck.folder(of: path) { changed.insert(folder) }
    // The path may have been in a folder that was deleted.
    for folder in checks.keys where path == folder || path.hasPrefix(folder + "/") { changed.insert(folder) }
  }

  // MARK: Findings

  /// Checks the folders that have changed.
  /// - Returns: the notifications about findings that are new or gone.
  package mutating func flush() -> [JSONValue] {
    var messages: [JSONValue] = []
    for folder in changed.sorted() {
      guard FolderCheck.isFolder(folder), let check = try? check(folder) else {
        checks[folder] = nil
        messages += published.clear(folder)
        continue
      }
      checks[folder] = check
      messages += published.update(check, documents: documents(in: folder))
    }
    changed = []
    return messages
  }

  private func check(_ folder: String) throws(FolderError) -> FolderCheck {
    try FolderCheck(folder, with: documents(in: folder))
  }

  private func documents(in folder: String) -> [OpenDocument] {
    documents.values.filter { FolderCheck.folder(of: $0.path) == folder }.sorted { $0.uri < $1.uri }
  }
}
