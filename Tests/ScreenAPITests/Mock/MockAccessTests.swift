import JSONText
import SQLiteStore
import ScreenAPI
import ScreenMock
import Screens
import Testing

/// The scopes for changing the mock, and the entries of the audit.
@Suite struct MockAccessTests {
  private let api: APIFixture

  init() throws {
    api = try APIFixture(
      definition: #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#, later: { _, _ in {} })
    let gone = try ScenarioReader.read(
      try JSONDocument(Array(#"{"rules":[{"status":410}]}"#.utf8)), name: "gone",
      catalogue: api.publisher.catalogue)
    try #require(api.serving.mock.set([gone]).isEmpty)
  }

  private func token(_ scope: AccessScope) throws -> String {
    let name = scope.rawValue
    return try api.publisher.access.createToken(name, scope: scope, by: Author(name: "admin")).secret
  }

  private func status(
    _ method: String, _ path: String, _ token: String = "secret", body: String = ""
  ) throws -> Int {
    try api.send("\(method) \(path) HTTP/1.1", "Authorization: Bearer \(token)", body: body).status
  }

  /// The newest entries, `BY ACTION SUBJECT` each, newest first.
  private func audit(_ path: String = "", _ count: Int) throws -> [String] {
    let response = try api.send(
      "GET \(path)/admin/audit?limit=\(count) HTTP/1.1", "Authorization: Bearer secret")
    return try #require(try JSONParser.parse(response.body)["entries"]?.arrayValue).map { entry in
      ["by", "action", "subject"].map { entry[$0]?.stringValue ?? "-" }.joined(separator: " ")
    }
  }

  private static let writes: [(method: String, path: String, body: String)] = [
    ("PUT", "/mock/rules/down", #"{"fault":"empty"}"#), ("DELETE", "/mock/rules/down", ""),
    ("DELETE", "/mock/rules", ""), ("PUT", "/mock/scenario", #"{"name":"gone"}"#),
    ("DELETE", "/mock/scenario", ""),
  ]

  @Test func `the mock of the server needs the scope publish`() throws {
    let (read, edit, publish) = (try token(.read), try token(.edit), try token(.publish))
    let before = try audit("", 50)
    for (method, path, body) in Self.writes {
      for token in [read, edit] {
        #expect(try status(method, "/admin" + path, token, body: body) == 403, "\(method) \(path)")
      }
    }
    #expect(try audit("", 50) == before)
    #expect(try status("GET", "/screens/home") == 200)
    for (method, path, body) in Self.writes {
      #expect(try 200...201 ~= status(method, "/admin" + path, publish, body: body), "\(method) \(path)")
    }
    #expect(try status("GET", "/admin/mock/rules", read) == 200)
    #expect(try status("GET", "/admin/mock/scenario", read) == 200)
  }

  @Test func `in a session edit is enough, and the audit is the session's`() throws {
    let (read, edit) = (try token(.read), try token(.edit))
    let before = try audit("", 50)
    let made = try api.send("POST /admin/sessions HTTP/1.1", "Authorization: Bearer \(edit)")
    let path = try #require(try JSONParser.parse(made.body)["path"]?.stringValue)
    for (method, below, body) in Self.writes {
      #expect(try status(method, path + "/admin" + below, read, body: body) == 403, "\(method) \(below)")
      #expect(
        try 200...201 ~= status(method, path + "/admin" + below, edit, body: body), "\(method) \(below)")
    }
    #expect(
      try audit(path, 50) == [
        "edit clear-mock-scenario gone", "edit set-mock-scenario gone", "edit delete-mock-rule down",
        "edit set-mock-rule down",
      ])
    #expect(try audit("", 50) == before)
  }

  @Test func `the audit names each rule and scenario, and nothing that did not change`() throws {
    let publish = try token(.publish)
    for name in ["a", "b"] {
      #expect(try status("PUT", "/admin/mock/rules/\(name)", publish, body: #"{"status":503}"#) == 201)
    }
    // Resetting starts the counters from 0.
    #expect(try status("PUT", "/admin/mock/rules/a", publish, body: #"{"status":503}"#) == 200)
    #expect(try status("DELETE", "/admin/mock/rules", publish) == 200)
    #expect(try status("PUT", "/admin/mock/scenario", publish, body: #"{"name":"gone"}"#) == 200)
    #expect(try status("PUT", "/admin/mock/scenario", publish, body: #"{"name":null}"#) == 200)
    let expected = [
      "publish clear-mock-scenario gone", "publish set-mock-scenario gone", "publish delete-mock-rule b",
      "publish delete-mock-rule a", "publish set-mock-rule a", "publish set-mock-rule b",
      "publish set-mock-rule a",
    ]
    #expect(try audit("", 7) == expected)
    // None of these requests changes anything.
    #expect(try status("DELETE", "/admin/mock/rules", publish) == 200)
    #expect(try status("DELETE", "/admin/mock/rules/a", publish) == 404)
    #expect(try status("DELETE", "/admin/mock/scenario", publish) == 200)
    #expect(try status("PUT", "/admin/mock/scenario", publish, body: #"{"name":null}"#) == 200)
    #expect(try status("PUT", "/admin/mock/scenario", publish, body: #"{"name":"no"}"#) == 422)
    #expect(try status("PUT", "/admin/mock/rules/a", publish, body: #"{"fault":"no"}"#) == 422)
    let long = String(repeating: "a", count: 200)
    let names = (0..<400).map { #""\#(long)\#($0)""# }.joined(separator: ",")
    let large = #"{"match":{"condition":{"user":{"$in":[\#(names)]}}},"status":503}"#
    for name in ["c", "d", "e"] {
      #expect(try status("PUT", "/admin/mock/rules/\(name)", publish, body: large) == 201)
    }
    #expect(try status("PUT", "/admin/mock/rules/f", publish, body: large) == 422)
    let last = ["e", "d", "c"].map { "publish set-mock-rule " + $0 }
    #expect(try audit("", 10) == last + expected)
  }

  @Test func `a change that the audit cannot record is not made`() throws {
    #expect(try status("PUT", "/admin/mock/rules/slow", body: #"{"status":503}"#) == 201)
    #expect(try status("PUT", "/admin/mock/scenario", body: #"{"name":"gone"}"#) == 200)
    api.store.close()
    #expect(try status("PUT", "/admin/mock/rules/down", body: #"{"fault":"empty"}"#) == 503)
    #expect(try status("DELETE", "/admin/mock/rules/slow") == 503)
    #expect(try status("DELETE", "/admin/mock/rules") == 503)
    #expect(try status("DELETE", "/admin/mock/scenario") == 503)
    #expect(api.serving.mock.rules.map(\.name) == ["slow"])
    #expect(api.serving.mock.currentScenario == "gone")
  }

  @Test func `replacing a scheduled draft cancels its schedule, also in the audit`() throws {
    let edit = try token(.edit)
    let draft = #"{"items":[{"id":"b","viewType":"TEXT","content":{"text":"2"}}]}"#
    let at = #"{"at":"2100-01-01T00:00:00Z"}"#
    #expect(try status("PUT", "/admin/screens/home/draft", edit, body: draft) == 201)
    #expect(try status("POST", "/admin/screens/home/publish", body: at) == 202)
    #expect(try status("PUT", "/admin/screens/home/draft", edit, body: draft) == 200)
    #expect(try audit("", 2) == ["edit save-draft home", "edit cancel-schedule home"])
    #expect(try status("PUT", "/admin/screens/home/draft", edit, body: draft) == 200)
    #expect(try audit("", 2) == ["edit save-draft home", "edit save-draft home"])
    #expect(try status("POST", "/admin/screens/home/publish", body: at) == 202)
    #expect(try status("DELETE", "/admin/screens/home/draft", edit) == 200)
    #expect(try audit("", 2) == ["edit delete-draft home", "edit cancel-schedule home"])
  }
}
