import HTTPWire
import JSONText
import TestFolders
import Testing

@testable import ScreenAPI

/// `If-Match` and `If-None-Match` of writes of documents.
@Suite final class DocumentPreconditionTests {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// A document, and two contents of it.
  struct Document: CustomTestStringConvertible {
    let path: String
    /// The path for reading it.
    let source: String
    let first: String
    let second: String

    var testDescription: String { path }

    static let all = [
      Document(
        path: "/view-types/NEW", source: "/view-types/NEW", first: #"{"type":"object"}"#,
        second: #"{"type":"object","maxProperties":1}"#),
      Document(
        path: "/formats/new", source: "/formats/new", first: #"{"screen":"$items","item":"$content"}"#,
        second: #"{"screen":["$items"],"item":"$content"}"#),
      Document(
        path: "/preview-templates/TWO_LINE_TEXT", source: "/previews/TWO_LINE_TEXT",
        first: #"{"column":[{"text":"$text1"}]}"#, second: #"{"column":[{"text":"a"}]}"#),
      Document(
        path: "/releases/ios/9.9", source: "/admin/releases/ios/9.9", first: #"{"viewTypes":[]}"#,
        second: #"{"viewTypes":["ONE_LINE_TEXT"]}"#),
      Document(
        path: "/webhooks/deploys", source: "/admin/webhooks/deploys",
        first: #"{"url":"https://a.example/x","events":["published"]}"#,
        second: #"{"url":"https://a.example/y","events":["published"]}"#),
      Document(
        path: "/client-keys/app", source: "/admin/client-keys/app", first: #"{"experiments":null}"#,
        second: #"{"experiments":["a"]}"#),
      Document(
        path: "/mock/rules/slow", source: "/admin/mock/rules/slow", first: #"{"delay":1}"#,
        second: #"{"delay":2}"#),
    ]
  }

  @Test(arguments: Document.all)
  func `a document is written only if the precondition holds`(document: Document) throws {
    try FolderServer.run(in: folder) { server in
      func send(
        _ method: String, _ name: String, _ value: String, _ body: String?
      ) throws -> FolderServer.Response {
        try server.admin(method, document.path, fields: [(name, value)], body: body)
      }
      func current() throws -> FolderServer.Response {
        try server.get(
          document.source, fields: [(name: "Authorization", value: "Bearer \(FolderServer.token)")])
      }
      #expect(try send("PUT", "If-Match", "*", document.first).status == 412)
      let made = try send("PUT", "If-None-Match", "*", document.first)
      #expect(made.status == 201, "\(made.text)")
      let old = try #require(try current().value(of: "ETag"))
      let exists = try send("PUT", "If-None-Match", "*", document.second)
      #expect(exists.status == 412 && exists.value(of: "ETag") == old, "\(exists.text)")
      #expect(try send("PUT", "If-Match", #""other""#, document.second).status == 412)
      #expect(try current().value(of: "ETag") == old)
      // The tag of the compressed response stands for the same document.
      let compressed = #""x", "# + "\(old.dropLast())-gzip\""
      let changed = try send("PUT", "If-Match", compressed, document.second)
      #expect(changed.status == 200, "\(changed.text)")
      let new = try #require(try current().value(of: "ETag"))
      #expect(new != old)
      #expect(try send("DELETE", "If-Match", old, nil).status == 412)
      #expect(try send("DELETE", "If-Match", new, nil).status == 200)
      #expect(try current().status == 404)
    }
  }

  @Test func `a token is created and revoked only if the precondition holds`() throws {
    try FolderServer.run(in: folder) { server in
      func send(_ method: String, _ name: String, _ value: String) throws -> FolderServer.Response {
        try server.admin(
          method, "/tokens/ann", fields: [(name, value)],
          body: method == "PUT" ? #"{"scope":"read"}"# : nil)
      }
      #expect(try send("PUT", "If-Match", "*").status == 412)
      #expect(try send("PUT", "If-None-Match", "*").status == 201)
      let token = try server.admin("GET", "/tokens/ann")
      let tag = try #require(token.value(of: "ETag"))
      let exists = try send("PUT", "If-None-Match", "*")
      #expect(exists.status == 412 && exists.value(of: "ETag") == tag, "\(exists.text)")
      #expect(try send("DELETE", "If-Match", #""other""#).status == 412)
      #expect(try send("DELETE", "If-Match", tag).status == 200)
      #expect(try server.admin("GET", "/tokens/ann").status == 404)
      // A new token of the same name is another one.
      #expect(try send("PUT", "If-None-Match", "*").status == 201)
      #expect(try server.admin("GET", "/tokens").text.contains(#""name":"ann""#))
    }
  }

  @Test func `the rules and the scenario of the mock are changed only if the precondition holds`() throws {
    try folder.write(#"{"screens":{}}"#, to: "screens/_scenarios/empty.json")
    try FolderServer.run(in: folder) { server in
      func change(_ method: String, _ path: String, _ tag: String, _ body: String? = nil) throws -> Int {
        try server.admin(method, path, fields: [("If-Match", tag)], body: body).status
      }
      func tag(_ path: String) throws -> String { try server.admin("GET", path).value(of: "ETag") ?? "" }
      let none = try tag("/mock/rules")
      #expect(try server.admin("PUT", "/mock/rules/slow", body: #"{"delay":1}"#).status == 201)
      #expect(try change("DELETE", "/mock/rules", none) == 412)
      #expect(try change("DELETE", "/mock/rules", try tag("/mock/rules")) == 200)
      #expect(try tag("/mock/rules") == none)
      let off = try tag("/mock/scenario")
      #expect(try change("PUT", "/mock/scenario", off, #"{"name":"empty"}"#) == 200)
      #expect(try change("PUT", "/mock/scenario", off, #"{"name":null}"#) == 412)
      #expect(try change("DELETE", "/mock/scenario", off) == 412)
      #expect(try change("DELETE", "/mock/scenario", try tag("/mock/scenario")) == 200)
    }
  }

  @Test func `a new secret and a hidden URL do not change what the tag of a webhook names`() throws {
    try FolderServer.run(in: folder) { server in
      let made = try server.admin("PUT", "/tokens/reader", body: #"{"scope":"read"}"#)
      let reader = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      func tags() throws -> [String?] {
        try [FolderServer.token, reader].map {
          try server.admin("GET", "/webhooks/w", token: $0).value(of: "ETag")
        }
      }
      let body = #"{"url":"https://a.example/x","events":["published"]}"#
      #expect(try server.admin("PUT", "/webhooks/w", body: body).status == 201)
      let old = try tags()
      #expect(old[0] != nil && old[0] == old[1])
      let secret = "whsec_" + String(repeating: "A", count: 32)
      let rotated = #"{"url":"https://a.example/x","events":["published"],"secret":"\#(secret)"}"#
      #expect(try server.admin("PUT", "/webhooks/w", body: rotated).status == 200)
      #expect(try tags()[0] != old[0])
    }
  }

  @Test func `the schedule of a draft is cancelled only if the precondition holds`() throws {
    try FolderServer.run(in: folder) { server in
      let saved = try server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["a"]))
      let tag = try #require(saved.value(of: "ETag"))
      let time = #"{"at":"2999-01-01T00:00:00Z"}"#
      func cancel(_ tag: String) throws -> FolderServer.Response {
        try server.admin("DELETE", "/screens/lines/publish", fields: [("If-Match", tag)])
      }
      #expect(try server.admin("POST", "/screens/lines/publish", body: time).status == 202)
      let refused = try cancel(#""draft-0""#)
      #expect(refused.status == 412, "\(refused.text)")
      let current = try server.admin("GET", "/screens/lines/draft").value(of: "ETag")
      #expect(try cancel(current ?? tag).status == 200)
    }
  }

  @Test(.bug(id: "F33")) func `every write of a document has preconditions`() {
    // They write no document: each request changes the journal. A picture never changes: its name is its content.
    let exceptions: Set<String> = ["deleteRequests", "signOut", "deleteAsset"]
    for endpoint in EndpointTable.standard.resources.flatMap(\.endpoints)
    where [.put, .patch, .delete].contains(endpoint.method) && !exceptions.contains(endpoint.operationID) {
      let names = Set(endpoint.parameters.map(\.name))
      #expect(names.isSuperset(of: ["If-Match", "If-None-Match"]), "\(endpoint.operationID)")
    }
  }
}
