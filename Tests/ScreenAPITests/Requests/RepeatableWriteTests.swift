import Foundation
import JSONText
import Screens
import TestFolders
import Testing

@testable import ScreenAPI

/// `Idempotency-Key`: a write that is sent again happens once, and gets the response of the first time.
@Suite final class RepeatableWriteTests {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  private static func publish(
    _ server: FolderServer, _ route: String, _ lines: [String], key: String? = nil,
    token: String = FolderServer.token
  ) throws -> FolderServer.Response {
    try server.admin(
      "PUT", "/screens/\(route)", fields: key.map { [("Idempotency-Key", $0)] } ?? [],
      body: Lines.definition(lines), token: token)
  }

  /// Expects the response of the first time.
  private static func expectReplay(
    of first: FolderServer.Response, _ second: FolderServer.Response,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(second.status == first.status, "\(second.text)", sourceLocation: sourceLocation)
    #expect(second.text == first.text, sourceLocation: sourceLocation)
    for name in ["ETag", "Location", "Marquee-Revision"] {
      #expect(second.value(of: name) == first.value(of: name), "\(name)", sourceLocation: sourceLocation)
    }
    #expect(second.value(of: "Idempotency-Replayed") == "true", sourceLocation: sourceLocation)
  }

  @Test func `a write with a key happens once, also after a restart`() throws {
    var first: FolderServer.Response?
    try FolderServer.run(in: folder) { server in
      let made = try Self.publish(server, "other", ["first"], key: "1")
      #expect(made.status == 201)
      #expect(made.value(of: "Idempotency-Replayed") == nil)
      // A later version does not matter, and a quoted key is the same.
      #expect(try Self.publish(server, "other", ["second"]).status == 200)
      Self.expectReplay(of: made, try Self.publish(server, "other", ["first"], key: "1"))
      Self.expectReplay(of: made, try Self.publish(server, "other", ["first"], key: #""1""#))
      first = made
    }
    try FolderServer.run(in: folder) { server in
      Self.expectReplay(of: try #require(first), try Self.publish(server, "other", ["first"], key: "1"))
      try server.expect("other", shows: ["second"], version: 2)
    }
  }

  @Test func `a long message is cut between two characters`() throws {
    try FolderServer.run(in: folder) { server in
      let message = String(repeating: "한", count: 400)
      let written = try server.admin(
        "PUT", "/screens/lines", fields: [("Screen-Message", message)], body: Lines.definition(["two"]))
      #expect(written.status == 200)
      let versions = try JSONParser.parse(try server.admin("GET", "/screens/lines/versions").text)
      let kept = versions["versions"]?.arrayValue?.first?["message"]?.stringValue
      #expect(kept == String(repeating: "한", count: 333))
    }
  }

  @Test func `a key belongs to one request of one sender`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try Self.publish(server, "lines", ["two"], key: "k").status == 200)
      let others = [
        try Self.publish(server, "lines", ["else"], key: "k"),
        try Self.publish(server, "other", ["two"], key: "k"),
        try server.admin("DELETE", "/screens/lines", fields: [("Idempotency-Key", "k")]),
      ]
      for other in others {
        #expect(other.status == 422)
        #expect(other.text.contains("idempotency-key-reused"), "\(other.text)")
      }
      let made = try server.admin("PUT", "/tokens/ann", body: #"{"scope":"publish"}"#)
      let token = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      let ann = try Self.publish(server, "lines", ["by-ann"], key: "k", token: token)
      #expect(ann.status == 200, "\(ann.text)")
      #expect(ann.value(of: "Idempotency-Replayed") == nil)
      for key in ["", "a b", String(repeating: "k", count: 256)] {
        #expect(try Self.publish(server, "lines", ["two"], key: key).status == 400, "“\(key)”")
      }
      try server.expect("lines", shows: ["by-ann"], version: 3)
    }
  }

  @Test func `a response without a change is kept, too`() throws {
    try FolderServer.run(in: folder) { server in
      let unchanged = try Self.publish(server, "lines", ["one"], key: "same")
      #expect(unchanged.text == #"{"route":"lines","version":1}"#)
      #expect(try Self.publish(server, "lines", ["two"]).status == 200)
      // It would be a change now.
      Self.expectReplay(of: unchanged, try Self.publish(server, "lines", ["one"], key: "same"))
      try server.expect("lines", shows: ["two"], version: 2)
    }
  }

  @Test func `a refused write is not kept`() throws {
    try FolderServer.run(in: folder) { server in
      func delete() throws -> Int {
        try server.admin("DELETE", "/screens/other", fields: [("Idempotency-Key", "k")]).status
      }
      let refused = try delete()
      #expect(refused == 404)
      #expect(try Self.publish(server, "other", ["first"]).status == 201)
      #expect(try delete() == 200)
    }
  }

  /// Writes whose responses contain a secret.
  private static let secretWrites = [
    (path: "/tokens/ann", body: #"{"scope":"publish"}"#, member: "token"),
    (
      path: "/webhooks/deploys", body: #"{"url":"https://hooks.example.com/x","events":["published"]}"#,
      member: "secret"
    ),
  ]

  @Test(arguments: secretWrites)
  func `a response with a secret is repeated`(path: String, body: String, member: String) throws {
    func write(_ server: FolderServer) throws -> FolderServer.Response {
      try server.admin("PUT", path, fields: [("Idempotency-Key", "k")], body: body)
    }
    var first: FolderServer.Response?
    try FolderServer.run(in: folder) { server in
      let made = try write(server)
      #expect(made.status == 201)
      Self.expectReplay(of: made, try write(server))
      #expect(try server.admin("DELETE", path).status == 200)
      first = made
    }
    let made = try #require(first)
    try FolderServer.run(in: folder) { server in
      Self.expectReplay(of: made, try write(server))
      // The repetition has changed nothing.
      #expect(try server.admin("GET", path).status == 404)
    }
    #expect(try JSONParser.parse(made.text)[member]?.stringValue?.isEmpty == false)
  }

  @Test func `a kept response does not show the secret of a token`() throws {
    var secret = ""
    try FolderServer.run(in: folder) { server in
      let made = try server.admin(
        "PUT", "/tokens/ann", fields: [("Idempotency-Key", "k")], body: #"{"scope":"publish"}"#)
      secret = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
    }
    let data = folder.url.appending(path: "data", directoryHint: .isDirectory)
    var isKept = false
    for file in try FileManager.default.contentsOfDirectory(at: data, includingPropertiesForKeys: nil) {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
      isKept = isKept || bytes.range(of: Data(#"{"status":201,"sealed":"#.utf8)) != nil
    }
    #expect(isKept)
  }

  @Test func `a response with a secret opens only for the sender and the key that sealed it`() throws {
    func seal(_ token: String, _ key: String) -> ResponseSeal {
      ResponseSeal(token: Array(token.utf8), idempotencyKey: Array(key.utf8))
    }
    let response = KeptResponse(
      status: 201, fields: [["Content-Type", "application/json"]],
      body: String(repeating: "secret ", count: 20))
    let sealed = seal("mq_a", "1").sealed(response)
    #expect(sealed.status == 201 && sealed.body.isEmpty && sealed.fields.isEmpty)
    #expect(seal("mq_a", "1").opened(sealed) == response)
    #expect(KeptResponse(json: sealed.json) == sealed)
    // Nothing in two sealed responses shows that they are equal.
    #expect(seal("mq_a", "1").sealed(response) != sealed)
    for other in [seal("mq_b", "1"), seal("mq_a", "2"), seal("mq_a1", ""), seal("", "mq_a1")] {
      #expect(other.opened(sealed) == nil)
    }
    let text = try #require(sealed.sealed)
    let damaged = KeptResponse(status: 201, sealed: (text.hasPrefix("A") ? "B" : "A") + text.dropFirst())
    #expect(seal("mq_a", "1").opened(damaged) == nil)
    for damaged in ["", "AAAA", "not Base64"] {
      #expect(seal("mq_a", "1").opened(KeptResponse(status: 201, sealed: damaged)) == nil)
    }
  }
}
