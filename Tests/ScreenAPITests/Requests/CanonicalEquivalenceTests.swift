import Testing

@testable import ScreenAPI

/// Names in requests are compared by their bytes. `%E2%84%AA` is U+212A, which is canonically equivalent to K.
@Suite struct CanonicalEquivalenceTests {
  private static let token = "Authorization: Bearer secret"
  private let api: APIFixture

  init() throws {
    let items = ["K", "b"].map { #"{"id":"\#($0)","viewType":"TEXT","content":{"text":"1"}}"# }
    let variants = #"[{"key":"K"},{"key":"b"}]"#
    api = try APIFixture(
      definition:
        #"{"items":[\#(items.joined(separator: ","))],"experiment":{"key":"K","variants":\#(variants)}}"#,
      files: ["_formats/K.json": APIFixture.format, "_types/K.json": "true"])
  }

  @Test(arguments: [
    "/screens/home?variant=%@", "/screens/home?format=%@", "/formats/%@", "/view-types/%@",
    "/admin/experiments/%@", "/screens/home?variant=%@:b",
  ]) func `a canonically equivalent name does not match`(path: String) throws {
    func status(_ name: String) throws -> Int {
      try api.send("GET \(path.replacing("%@", with: name)) HTTP/1.1", Self.token).status
    }
    #expect(try status("K") == 200)
    #expect([400, 404].contains(try status("%E2%84%AA")))
  }

  @Test func `items and tokens with canonically equivalent names differ`() throws {
    func delete(_ path: String) throws -> Int {
      try api.send("DELETE /admin/\(path) HTTP/1.1", Self.token).status
    }
    #expect(
      try api.send("PUT /admin/tokens/K HTTP/1.1", Self.token, body: #"{"scope":"read"}"#).status == 201)
    #expect(try delete("tokens/%E2%84%AA") == 404)
    #expect(try delete("tokens/K") == 200)
    #expect(try delete("screens/home/items/%E2%84%AA") == 404)
    #expect(try delete("screens/home/items/K") == 200)
  }

  @Test func `parameters with canonically equivalent names differ`() throws {
    #expect(try api.send("GET /screens/home?%C3%A9=1&e%CC%81=2 HTTP/1.1").status == 200)
  }

  @Test func `only U+003B ends a media type`() throws {
    func patch(_ type: String) throws -> Int {
      try api.send(
        "PATCH /admin/screens/home HTTP/1.1", Self.token, "Content-Type: \(type)",
        body: #"{"screenName":"x"}"#
      ).status
    }
    #expect(try patch("application/merge-patch+json\u{37E}x") == 415)
    #expect(try patch("application/merge-patch+json;x") == 200)
  }

  @Test func `listeners to canonically equivalent units differ`() {
    let (composed, decomposed) = (JournalMatch(user: "\u{E9}"), JournalMatch(user: "e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, JournalMatch(user: "\u{E9}")]).count == 2)
  }

  @Test func `no combining character hides a secret`() {
    let hidden = SecretRedaction.redacted(target: "/x?a=1&\u{301}token=open&b=2")
    #expect(Array(hidden.utf8) == Array("/x?a=1&\u{301}token=…&b=2".utf8))
    #expect(
      Array(SecretRedaction.redacted(target: "/x?\u{301}token=open").utf8) == Array("/x?\u{301}token=…".utf8))
    let secret = "mq_" + String(repeating: "a", count: 43)
    #expect(Array(SecretRedaction.withoutTokens("x\(secret)\u{301}y").utf8) == Array("x…\u{301}y".utf8))
    #expect(SecretRedaction.redacted(target: "/x?a=\(secret)%CC%81") == "/x?a=…%CC%81")
    #expect(SecretRedaction.redacted(target: "/x?a=m%71_\(secret.dropFirst(3))%CC%81") == "/x?a=…")
    #expect(SecretRedaction.withoutTokens("mq_short") == "mq_short")
    for (sent, shown) in [
      ("a=b;\u{301}token=hush", "a=b;\u{301}token=…"), ("token=\u{301}hush; b=1", "token=…; b=1"),
    ] {
      #expect(Array(SecretRedaction.redacted(fieldValue: sent).utf8) == Array(shown.utf8))
    }
  }
}
