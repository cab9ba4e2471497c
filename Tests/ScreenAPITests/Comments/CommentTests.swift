import JSONText
import TestFolders
import Testing

@testable import Screens

/// Comments on the items of a screen and of a change set.
@Suite final class CommentTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  private func add(
    _ server: FolderServer, _ path: String = "/screens/a/comments", item: String = "two",
    text: String = "Why?",
    _ more: String = "", fields: [FolderServer.Field] = [], token: String = FolderServer.token,
    in set: String? = nil
  ) throws -> FolderServer.Response {
    try server.admin(
      "POST", path, fields: fields, body: #"{"item":"\#(item)","text":"\#(text)"\#(more)}"#, token: token,
      in: set.map { FolderServer.Session(id: $0, path: "/c/\($0)") })
  }

  private func comments(
    _ server: FolderServer, _ path: String = "/screens/a/comments", in set: String? = nil
  ) throws -> [JSONValue] {
    let response = try server.admin(
      "GET", path, in: set.map { FolderServer.Session(id: $0, path: "/c/\($0)") })
    try #require(response.status == 200, "\(response.text)")
    return try #require(try JSONParser.parse(response.text)["comments"]?.arrayValue)
  }

  @Test func `a comment is stored, resolved and in the audit`() throws {
    try FolderServer.run(in: folder) { server in
      let made = try server.admin("PUT", "/tokens/ann", body: #"{"scope":"edit"}"#)
      let ann = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      let added = try add(server, text: "<b>Why?</b>", #","at":"/text1""#, token: ann)
      #expect(added.status == 201, "\(added.text)")
      let comment = try JSONParser.parse(added.text)
      #expect(comment["id"] == 1 && comment["by"] == "ann" && comment["item"] == "two")
      #expect(comment["at"] == "/text1" && comment["text"] == "<b>Why?</b>" && comment["itemExists"] == true)
      #expect(comment["resolvedAt"] == .null)
      #expect(try comments(server) == [comment])
      let resolved = try server.admin("POST", "/screens/a/comments/1/resolve")
      #expect(resolved.status == 200, "\(resolved.text)")
      #expect(try JSONParser.parse(resolved.text)["resolvedBy"] == "admin")
      // Again changes nothing.
      #expect(try server.admin("POST", "/screens/a/comments/1/resolve").text == resolved.text)
      #expect(try server.actions(3) == ["resolve-comment a", "comment a", "create-token ann"])
      #expect(try add(server).text.contains(#""id":2"#))
      #expect(try comments(server, "/screens/b/comments").isEmpty)
    }
    // After a restart, too.
    try FolderServer.run(in: folder) { (server) throws in
      #expect(server.problems.isEmpty)
      #expect(try comments(server).map { $0["resolvedBy"] } == ["admin", .null])
    }
  }

  @Test func `a token that can only read has no access to comments`() throws {
    try FolderServer.run(in: folder) { server in
      let made = try server.admin("PUT", "/tokens/reader", body: #"{"scope":"read"}"#)
      let reader = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      #expect(try add(server, token: reader).status == 403)
      #expect(try server.admin("GET", "/screens/a/comments", token: reader).status == 403)
      #expect(try server.get("/admin/screens/a/comments").status == 401)
    }
  }

  @Test(
    arguments: [
      (#"{"item":"two","text":"  \n "}"#, "/text"), (#"{"item":"four","text":"x"}"#, "/item"),
      (#"{"text":"x"}"#, ""), (#"{"item":"two"}"#, ""), (#"{"item":"two","text":1}"#, "/text"),
      (#"{"item":"two","text":"x","at":"text1"}"#, "/at"), (#"{"item":"two","text":"x","by":"me"}"#, "/by"),
      (#"{"item":"two","text":"\#(String(repeating: "é", count: 2001))"}"#, "/text"),
      (#"{"item":"two","text":"x","at":"/\#(String(repeating: "a", count: 500))"}"#, "/at"),
    ])
  func `a comment with an error is refused at its place`(body: String, pointer: String) throws {
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("POST", "/screens/a/comments", body: body)
      #expect(refused.status == 422, "\(refused.text)")
      let errors = try JSONParser.parse(refused.text)["errors"]?.arrayValue
      #expect(errors?.first?["pointer"]?.stringValue == pointer, "\(refused.text)")
      #expect(try comments(server).isEmpty)
    }
  }

  @Test func `unknown screens and comments are 404`() throws {
    try FolderServer.run(in: folder) { (server) throws in
      #expect(try add(server, "/screens/none/comments").status == 404)
      #expect(try server.admin("GET", "/screens/none/comments").status == 404)
      for id in ["1", "0", "-1", "01", "x", "99999999999999999999"] {
        #expect(try server.admin("POST", "/screens/a/comments/\(id)/resolve").status == 404, "\(id)")
      }
      #expect(try server.admin("PUT", "/screens/a/comments", body: Lines.definition(["x"])).status == 405)
    }
  }

  @Test func `a comment stays when its item is gone, and says so`() throws {
    try FolderServer.run(in: folder) { (server) throws in
      #expect(try add(server).status == 201)
      #expect(
        try server.admin("PUT", "/screens/a/draft", body: Lines.definition(["one", "new"])).status == 201)
      #expect(try comments(server).map { $0["itemExists"] } == [false])
      // The draft has a new item, and what it removes is published.
      #expect(try add(server, item: "new").status == 201)
      #expect(try add(server, item: "two").status == 201)
      #expect(try comments(server).map { $0["itemExists"] } == [false, true, false])
      #expect(try server.admin("DELETE", "/screens/a/draft").status == 200)
      #expect(try comments(server).map { $0["itemExists"] } == [true, false, true])
      #expect(try server.admin("DELETE", "/screens/a").status == 200)
      #expect(try comments(server).map { $0["itemExists"] } == [false, false, false])
      #expect(try add(server).status == 422)
    }
  }

  @Test func `a repeated request adds one comment`() throws {
    try FolderServer.run(in: folder) { server in
      for set in [nil, "spring"] {
        if let set { try server.makeSet(set) }
        let key: [FolderServer.Field] = [("Idempotency-Key", "one-\(set ?? "")")]
        let first = try add(server, fields: key, in: set)
        let second = try add(server, fields: key, in: set)
        #expect(first.status == 201 && second.status == 201, "\(first.text)")
        #expect(first.text == second.text && second.value(of: "Idempotency-Replayed") == "true")
        #expect(try add(server, text: "Else", fields: key, in: set).status == 422)
        #expect(try comments(server, in: set).count == 1)
      }
    }
  }

  @Test func `a write with a precondition needs the list that it has seen`() throws {
    try FolderServer.run(in: folder) { server in
      let empty = try server.admin("GET", "/screens/a/comments")
      let tag = try #require(empty.value(of: "ETag"))
      #expect(try add(server, fields: [("If-Match", tag)]).status == 201)
      let stale = try add(server, fields: [("If-Match", tag)])
      #expect(stale.status == 412)
      let current = try #require(try server.admin("GET", "/screens/a/comments").value(of: "ETag"))
      #expect(stale.value(of: "ETag") == current)
      let path = "/screens/a/comments/1/resolve"
      #expect(try server.admin("POST", path, fields: [("If-Match", tag)]).status == 412)
      #expect(try server.admin("POST", path, fields: [("If-Match", current)]).status == 200)
      #expect(try server.admin("GET", "/screens/a/comments", fields: [("If-None-Match", tag)]).status == 200)
    }
  }

  @Test func `a full list takes a new comment in place of the oldest resolved one`() throws {
    try FolderServer.run(in: folder) { server in
      for _ in 0..<ScreenComment.maximumCount { try #require(try add(server).status == 201) }
      let full = try add(server)
      #expect(full.status == 422 && full.text.contains("too-many"), "\(full.text)")
      #expect(try server.admin("POST", "/screens/a/comments/7/resolve").status == 200)
      #expect(try server.admin("POST", "/screens/a/comments/3/resolve").status == 200)
      #expect(try add(server).text.contains(#""id":\#(ScreenComment.maximumCount + 1)"#))
      let ids = try comments(server).compactMap { $0["id"]?.numberValue?.intValue }
      #expect(ids.count == ScreenComment.maximumCount && !ids.contains(3) && ids.contains(7))
    }
  }

  // MARK: Change sets

  @Test func `the comments of a change set are its own, and change nothing in it`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      let changed = Lines.definition(["one", "new"])
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: changed).status == 200)
      let before = try server.admin("GET", "/changesets/spring").text
      #expect(try add(server, item: "new", in: "spring").status == 201)
      // What the set removes can be discussed, too.
      #expect(try add(server, item: "two", in: "spring").status == 201)
      #expect(try server.admin("GET", "/changesets/spring").text == before)
      #expect(try comments(server, in: "spring").map { $0["itemExists"] } == [true, false])
      #expect(try comments(server).isEmpty)
      #expect(try add(server, item: "new").status == 422)
      #expect(try server.inSet("spring", "POST", "/screens/a/comments/1/resolve").status == 200)
      #expect(try server.actions(3) == ["resolve-comment a", "comment a", "comment a"])
      #expect(
        try server.admin("GET", "/audit?limit=1").text.contains(#""message":"new (change set spring)""#))
    }
  }

  @Test func `the comments of a published set can be read, and a rollback opens them again`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: Lines.definition(["one"])).status == 200)
      #expect(try add(server, item: "one", in: "spring").status == 201)
      #expect(try server.admin("POST", "/changesets/spring/publish").status == 200)
      #expect(try comments(server, in: "spring").count == 1)
      #expect(try add(server, item: "one", in: "spring").status == 409)
      #expect(try server.inSet("spring", "POST", "/screens/a/comments/1/resolve").status == 409)
      #expect(try server.admin("POST", "/changesets/spring/rollback").status == 200)
      #expect(try server.inSet("spring", "POST", "/screens/a/comments/1/resolve").status == 200)
    }
  }

  @Test func `the comments of a set are deleted with it`() throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      try server.makeSet("summer")
      for set in ["spring", "summer"] { #expect(try add(server, in: set).status == 201) }
      #expect(try add(server).status == 201)
      #expect(try server.admin("DELETE", "/changesets/spring").status == 200)
      try server.makeSet("spring")
      #expect(try comments(server, in: "spring").isEmpty)
      #expect(try comments(server, in: "summer").count == 1)
      #expect(try comments(server).count == 1)
    }
    try FolderServer.run(in: folder) { (server) throws in
      #expect(try comments(server, in: "spring").isEmpty)
      #expect(try comments(server, in: "summer").count == 1)
    }
  }

  @Test func `a session has comments of its own that end with it`() throws {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      let body = #"{"item":"two","text":"x"}"#
      #expect(try server.admin("POST", "/screens/a/comments", body: body, in: session).status == 201)
      #expect(try comments(server).isEmpty)
      #expect(try server.admin("GET", "/screens/a/comments", in: session).text.contains(#""id":1"#))
    }
  }
}
