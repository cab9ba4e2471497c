import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import RawClient
import TestFolders
import Testing

/// Two nodes: what one publishes, the other one serves.
@Suite(.postgres) struct NodeTests {
  /// Runs a test with two nodes on one database.
  private static func run(_ work: (Server, Server) async throws -> Void) async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      try await work(servers[0], servers[1])
    }
  }

  /// Sends a write to a node, and waits until another one has seen it.
  /// - Returns: the response to the write.
  @discardableResult
  private static func change(
    _ writer: Server, seenBy other: Server, _ method: String, _ path: String, body: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CurlResponse {
    let answer = try await writer.write(method, path, body: body)
    #expect((200..<300).contains(answer.status), "\(answer.text)", sourceLocation: sourceLocation)
    try await other.waitForRevision(
      try #require(answer.revision, sourceLocation: sourceLocation))
    return answer
  }

  // MARK: Kinds of change

  @Test func `changes of all kinds are seen by the other node`() async throws {
    try await Self.run { a, b in
      try await Self.expectPublications(a, b)
      try await Self.expectDrafts(a, b)
      try await Self.expectPublishedDraft(a, b)
      try await Self.expectViewTypesAndReleases(a, b)
      try await Self.expectTokens(a, b)
    }
  }

  private static func expectPublications(_ a: Server, _ b: Server) async throws {
    try await Self.change(a, seenBy: b, "PUT", "/screens/lines", body: Lines.definition(["one"]))
    try await b.expect("lines", shows: ["one"], version: 1)
    try await Self.change(b, seenBy: a, "PUT", "/screens/lines", body: Lines.definition(["two"]))
    try await a.expect("lines", shows: ["two"], version: 2)
    try await Self.change(a, seenBy: b, "POST", "/screens/lines/rollback", body: #"{"version":1}"#)
    try await b.expect("lines", shows: ["one"], version: 3)
    try await Self.change(b, seenBy: a, "DELETE", "/screens/lines")
    #expect(try await a.get("/screens/lines").status == 410)
    try await Self.change(a, seenBy: b, "PUT", "/screens/lines", body: Lines.definition(["back"]))
    try await b.expect("lines", shows: ["back"], version: 5)
    // The version before the deletion comes from the database, although the node never served it.
    #expect(try await b.get("/screens/lines?version=2").text == Lines.viewItems(["two"]))
    let histories = (try await a.versions(of: "lines"), try await b.versions(of: "lines"))
    #expect(histories.0.count == 5)
    #expect(histories.0 == histories.1)
  }

  private static func expectDrafts(_ a: Server, _ b: Server) async throws {
    let path = "/screens/drafted/draft"
    try await Self.change(a, seenBy: b, "PUT", path, body: Lines.definition(["soon"]))
    let saved = try await b.admin("GET", path)
    #expect(saved.status == 200)
    #expect(saved.text.contains("soon"))
    #expect(saved.value(of: "ETag") == (try await a.admin("GET", path).value(of: "ETag")))
    let time = #"{"at":"2999-01-01T00:00:00Z"}"#
    try await Self.change(b, seenBy: a, "POST", "/screens/drafted/publish", body: time)
    #expect(try await a.admin("GET", path).text.contains("2999-01-01"))
    try await Self.change(a, seenBy: b, "DELETE", "/screens/drafted/publish")
    #expect(try await !b.admin("GET", path).text.contains("2999-01-01"))
    try await Self.change(b, seenBy: a, "DELETE", path)
    #expect(try await a.admin("GET", path).status == 404)
  }

  /// A published draft is no draft on the other node.
  private static func expectPublishedDraft(_ a: Server, _ b: Server) async throws {
    try await Self.change(
      a, seenBy: b, "PUT", "/screens/from-draft/draft", body: Lines.definition(["drafted"]))
    try await Self.change(b, seenBy: a, "POST", "/screens/from-draft/publish")
    try await a.expect("from-draft", shows: ["drafted"], version: 1)
    #expect(try await a.admin("GET", "/screens/from-draft/draft").status == 404)
  }

  private static func expectViewTypesAndReleases(_ a: Server, _ b: Server) async throws {
    let schema =
      #"{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}"#
    try await Self.change(a, seenBy: b, "PUT", "/view-types/WORD", body: schema)
    #expect(try await b.get("/view-types/WORD").text == (try await a.get("/view-types/WORD").text))
    let screen =
      #"{"screenName":"Words","items":[{"id":"w","viewType":"WORD","content":{"word":"hello"}}]}"#
    try await Self.change(b, seenBy: a, "PUT", "/screens/words", body: screen)
    #expect(try await a.get("/screens/words").text.contains("hello"))
    // Both validate by the new view type.
    let wrong = screen.replacing("hello", with: "bye").replacing("\"word\"", with: "\"wrd\"")
    for server in [a, b] {
      #expect(try await server.write("PUT", "/screens/words", body: wrong).status == 422)
    }
    try await Self.change(a, seenBy: b, "PUT", "/releases/ios/1.0", body: #"{"viewTypes":["WORD"]}"#)
    #expect(try await b.admin("GET", "/releases/ios/1.0").text.contains("WORD"))
    try await Self.change(b, seenBy: a, "DELETE", "/releases/ios/1.0")
    #expect(try await a.admin("GET", "/releases/ios/1.0").status == 404)
  }

  /// A token works on the other node until it is revoked.
  private static func expectTokens(_ a: Server, _ b: Server) async throws {
    let made = try await Self.change(a, seenBy: b, "PUT", "/tokens/ann", body: #"{"scope":"publish"}"#)
    let secret = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
    let definition = Lines.definition(["by-ann"])
    let published = try await b.write("PUT", "/screens/by-token", body: definition, token: secret)
    #expect(published.status == 201, "\(published.text)")
    #expect(try await b.versions(of: "by-token").first?["by"] == "ann")
    try await Self.change(a, seenBy: b, "DELETE", "/tokens/ann")
    #expect(
      try await b.write("PUT", "/screens/by-token", body: Lines.definition(["late"]), token: secret).status
        == 403)
  }

  @Test func `an experiment that is changed on one node decides on the other one`() async throws {
    try await Nodes.run { nodes in
      for name in ["node-1", "node-2"] { try nodes.folder(of: name).ship("home") }
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      let (a, b) = (servers[0], servers[1])
      try await Self.change(
        a, seenBy: b, "PATCH", "/experiments/home-price-first", body: #"{"coverage":0}"#)
      for user in 1...20 {
        let path = "/screens/home/explain?user=\(user)"
        #expect(try await b.get(path).text == (try await a.get(path).text))
      }
      #expect(try await b.get("/screens/home?user=1").value(of: "Screen-Version") == "2")
    }
  }

  // MARK: Representations

  @Test func `both nodes send the same bytes and the same entity tags`() async throws {
    try await Nodes.run { nodes in
      for screen in ["home", "menu", "rich"] { try nodes.folder(of: "node-1").ship(screen) }
      // The second node has no files of screens: it has everything from the database.
      let store = try await SharedCluster.store()
      let a = try await nodes.start("node-1", on: store)
      let b = try await nodes.start("node-2", on: store)
      for path in ["home?user=1", "home?user=3", "home?format=raw", "menu", "rich", "home?version=1"] {
        let (first, second) = (
          try await a.get("/screens/" + path), try await b.get("/screens/" + path)
        )
        #expect(first.status == second.status, "\(path)")
        #expect(first.body == second.body, "\(path)")
        let tag = first.value(of: "ETag")
        #expect(tag == second.value(of: "ETag"), "\(path)")
        guard first.status == 200 else { continue }
        let fields = [CurlField("If-None-Match", try #require(tag, "\(path)"))]
        #expect(try await b.get("/screens/" + path, fields: fields).status == 304, "\(path)")
      }
      #expect(try await b.get("/screens/home?user=1").status == 200)
    }
  }

  @Test func `a listener hears a publication of the other node`() async throws {
    try await Self.run { a, b in
      _ = try await Self.change(a, seenBy: b, "PUT", "/screens/lines", body: Lines.definition(["one"]))
      let port = try #require(Int(b.port))
      let client = try #require(TestClient(port: port))
      client.send("GET /screens/lines/events HTTP/1.1\r\nHost: a\r\n\r\n")
      func expect(_ event: String) async throws {
        try await repeatRequests(until: event) {
          if client.canReceive(within: 0) { _ = client.receive() }
          return String(decoding: client.received, as: UTF8.self).contains(event)
        }
      }
      try await expect("event: version\nid: 1\n")
      _ = try await a.publish("lines", ["two"])
      try await expect("event: version\nid: 2\ndata: {\"route\":\"lines\",\"version\":2}\n\n")
      _ = try await a.write("DELETE", "/screens/lines")
      try await expect("event: deleted\nid: 3\n")
    }
  }

  // MARK: Revisions

  @Test func `each change has the next revision, whichever node makes it`() async throws {
    try await Self.run { a, b in
      var last = try await a.revision()
      for number in 1...6 {
        let writer = number.isMultiple(of: 2) ? a : b
        let answer = try await writer.publish("lines", ["n\(number)"])
        #expect(answer.publishedVersion == number)
        #expect(answer.revision == last + 1)
        last += 1
      }
      // What changes nothing has no revision of its own.
      #expect(try await a.publish("lines", ["n6"]).revision == last)
      for server in [a, b] {
        try await server.waitForRevision(last)
        #expect(try await server.metric("marquee_revision") == Double(last))
        #expect(try await server.metric("marquee_store_up") == 1)
      }
    }
  }

  @Test func `a request that asks for a revision waits for it`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let (proxy, slow) = try Nodes.proxy(to: SharedCluster.shared(), database: database)
      let a = try await nodes.start("a", on: try SharedCluster.shared().connectionString(database: database))
      let b = try await nodes.start("b", on: slow)
      let old = try await a.publish("lines", ["old"])
      try await b.waitForRevision(try #require(old.revision))
      // No message arrives, so the node cannot know what happens.
      try proxy.set(.blackHole)
      let new = try await a.publish("lines", ["new"])
      let revision = try #require(new.revision)
      let early = try await b.get("/screens/lines")
      #expect(early.value(of: "Screen-Version") == "1")
      try proxy.set(.pass)
      // A request waits for a second, and a machine with other work may take longer to connect again.
      try await repeatRequests(until: "answer with the revision") {
        let late = try await b.get(
          "/screens/lines", fields: [CurlField("Marquee-Min-Revision", "\(revision)")])
        guard late.status != 503 else { return false }
        #expect(late.status == 200)
        #expect(late.value(of: "Screen-Version") == "2")
        #expect(late.text == Lines.viewItems(["new"]))
        return true
      }
      let known = [
        CurlField("Marquee-Min-Revision", "\(revision)"),
        CurlField("Authorization", "Bearer \(Server.token)"),
      ]
      let definition = try await b.get("/admin/screens/lines", fields: known)
      #expect(definition.value(of: "ETag") == "\"2\"")
    }
  }

  @Test func `a write is judged by the newest state, which its node may not have seen`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let (proxy, slow) = try Nodes.proxy(to: SharedCluster.shared(), database: database)
      let a = try await nodes.start("a", on: try SharedCluster.shared().connectionString(database: database))
      let b = try await nodes.start("b", on: slow)
      let old = try await a.publish("lines", ["old"])
      try await b.waitForRevision(try #require(old.revision))
      try proxy.set(.delay(milliseconds: 60))
      #expect(try await a.publish("lines", ["new"]).publishedVersion == 2)
      // The node still serves this content, but it is not the current one any more.
      let again = try await b.publish("lines", ["old"])
      #expect(again.publishedVersion == 3, "\(again.text)")
      #expect(try await a.write("PUT", "/screens/other", body: Lines.definition(["x"])).status == 201)
      let deleted = try await b.write("DELETE", "/screens/other")
      #expect(deleted.status == 200, "\(deleted.text)")
      #expect(try await a.publish("lines", ["newest"]).publishedVersion == 4)
      let matching = try await b.send(
        "PUT", "/admin/screens/lines", body: Lines.definition(["mine"]),
        fields: [CurlField("Authorization", "Bearer \(Server.token)"), CurlField("If-Match", "\"4\"")])
      #expect(matching.publishedVersion == 5, "\(matching.text)")
      let outdated = try await b.send(
        "PUT", "/admin/screens/lines", body: Lines.definition(["lost"]),
        fields: [CurlField("Authorization", "Bearer \(Server.token)"), CurlField("If-Match", "\"4\"")])
      #expect(outdated.status == 412, "\(outdated.text)")
      try proxy.set(.pass)
      try await a.waitForRevision(try #require(matching.revision))
      try await a.expect("lines", shows: ["mine"], version: 5)
    }
  }

  // MARK: Other ways to the database

  @Test(.pgBouncer) func `nodes behind PgBouncer in transaction mode follow each other`() async throws {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let cluster = try SharedCluster.shared()
      let bouncer = try await blocking { try PgBouncer(cluster, poolMode: .transaction) }
      let servers = try await nodes.start(2, on: bouncer.connectionString(database: database))
      for number in 1...4 {
        let (writer, other) = number.isMultiple(of: 2) ? (servers[0], servers[1]) : (servers[1], servers[0])
        try await Self.change(
          writer, seenBy: other, "PUT", "/screens/lines", body: Lines.definition(["n\(number)"]))
        try await other.expect("lines", shows: ["n\(number)"], version: number)
      }
      #expect(try await servers[0].write("DELETE", "/screens/lines").status == 200)
    }
  }

  @Test func `installations with schemas of their own share a database and see nothing of each other`()
    async throws
  {
    try await Nodes.run { nodes in
      let database = try await SharedCluster.database()
      let cluster = try SharedCluster.shared()
      try await blocking {
        _ = try cluster.sql("CREATE SCHEMA team_a; CREATE SCHEMA team_b", database: database)
      }
      func store(_ team: String) -> String {
        cluster.connectionString(database: database, parameters: ["options": "-csearch_path=\(team)"])
      }
      let a = try await nodes.start("a", on: store("team_a"))
      let b = try await nodes.start("b", on: store("team_b"))
      let first = try await a.publish("lines", ["of-a"])
      #expect(first.status == 201, "\(first.text)")
      #expect(try await b.get("/screens/lines").status == 404)
      let second = try await b.publish("lines", ["of-b"])
      #expect(second.status == 201, "\(second.text)")
      try await a.expect("lines", shows: ["of-a"], version: 1)
    }
  }
}
