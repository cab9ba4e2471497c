import JSONText
import Testing

/// The pointers of errors in small bodies of the admin API follow those of definitions: a missing member at the object,
/// an unknown one at its name, a wrong value at the value.
@Suite struct SmallBodyTests {
  private static let definition = """
    {"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}
    """
  private static let rollback = "POST /admin/screens/home/rollback"
  private static let publish = "POST /admin/screens/home/publish"
  private static let token = "PUT /admin/tokens/ci"
  private static let rule = "PUT /admin/mock/rules/slow"

  /// A body and its errors, each as `CODE POINTER COLUMN`.
  struct Body: Sendable, CustomStringConvertible {
    let line: String
    let text: String
    let errors: [String]

    var description: String { "\(line) \(text)" }

    init(_ line: String, _ text: String, _ errors: String...) {
      (self.line, self.text, self.errors) = (line, text, errors)
    }
  }

  @Test(arguments: [
    Body(rollback, #"{"version":"x"}"#, "wrong-type /version 12"),
    Body(rollback, #"{"version":null}"#, "wrong-type /version 12"),
    Body(rollback, #"{"version":1.5}"#, "invalid-value /version 12"),
    Body(rollback, #"{"version":12345678901234567890}"#, "invalid-value /version 12"),
    Body(rollback, " {}", "missing-member  2"),
    Body(rollback, "[1]", "wrong-type  1"),
    Body(rollback, #"{"version":1,"why":"x"}"#, "unknown-member /why 14"),
    Body(rollback, #"{"vresion":1}"#, "missing-member  1", "unknown-member /vresion 2"),
    Body(publish, #"{"at":5}"#, "wrong-type /at 7"),
    Body(publish, #"{"at":null}"#, "wrong-type /at 7"),
    Body(publish, #"{"at":"tomorrow"}"#, "invalid-value /at 7"),
    Body(publish, #"{"at":"2026-02-30T08:00:00Z"}"#, "invalid-value /at 7"),
    Body(publish, #"{"when":"2026-12-24T08:00:00Z"}"#, "unknown-member /when 2"),
    Body(publish, #"{"at":"2026-12-24T08:00:00Z","message":"x"}"#, "unknown-member /message 30"),
    Body(publish, "5", "wrong-type  1"),
    Body(token, #"{"scope":5}"#, "wrong-type /scope 10"),
    Body(token, #"{"scope":"administer"}"#, "invalid-value /scope 10"),
    Body(token, "{}", "missing-member  1"),
    Body(token, #"{"scope":"read","name":"ci"}"#, "unknown-member /name 17"),
    Body(token, "null", "wrong-type  1"),
    Body(rule, #"{"delay":{"from":1,"too":2}}"#, "missing-member /delay 10", "unknown-member /delay/too 20"),
    Body(rule, #"{"delay":{"from":1,"to":"2"}}"#, "wrong-type /delay/to 25"),
    Body(
      rule, #"{"delay":{"from":-1,"to":999999}}"#, "invalid-value /delay/from 18",
      "invalid-value /delay/to 26"),
    Body(rule, #"{"delay":{"median":5}}"#, "missing-member /delay 10"),
    Body(rule, #"{"delay":{"median":5,"sigma":11}}"#, "invalid-value /delay/sigma 30"),
    Body(rule, #"{"delay":{"from":9,"to":1}}"#, "invalid-value /delay 10"),
    Body(rule, #"{"delay":"5"}"#, "invalid-value /delay 10"),
    Body(rule, #"{"delay":{}}"#, "missing-member /delay 10", "missing-member /delay 10"),
  ])
  func `each error of a body has its pointer and column`(body: Body) throws {
    let api = try APIFixture(definition: Self.definition)
    let response = try api.send("\(body.line) HTTP/1.1", "Authorization: Bearer secret", body: body.text)
    #expect(response.status == 422)
    let errors = try JSONParser.parse(response.body)["errors"]?.arrayValue ?? []
    #expect(
      errors.map {
        "\($0["code"]?.stringValue ?? "") \($0["pointer"]?.stringValue ?? "") \($0["column"]?.text ?? "")"
      } == body.errors, "\(response.body)")
  }

  @Test func `errors suggest the nearest name`() throws {
    let api = try APIFixture(definition: Self.definition)
    func hint(_ line: String, _ body: String) throws -> String? {
      let response = try api.send("\(line) HTTP/1.1", "Authorization: Bearer secret", body: body)
      return try JSONParser.parse(response.body)["errors"]?.arrayValue?.last?["hint"]?.stringValue
    }
    #expect(try hint(Self.rollback, #"{"vresion":1}"#) == "did you mean version?")
    #expect(try hint(Self.rollback, #"{"version":"3"}"#) == "write it without quotes: 3")
    #expect(try hint(Self.token, #"{"scope":"publsh"}"#) == "did you mean publish?")
    #expect(try hint(Self.token, #"{"scope":"administer"}"#) == #"expected "read" or "edit" or "publish""#)
  }

  @Test(arguments: [
    Body(rollback, #"{"version":1}"#), Body(token, #"{"scope":"edit"}"#),
    Body(rule, #"{"delay":{"from":1,"to":1}}"#),
    Body(rule, #"{"delay":{"median":0.5,"sigma":0}}"#), Body(rule, #"{"delay":120000}"#),
  ])
  func `a correct body is accepted`(body: Body) throws {
    let api = try APIFixture(definition: Self.definition)
    let response = try api.send("\(body.line) HTTP/1.1", "Authorization: Bearer secret", body: body.text)
    #expect((200...201).contains(response.status), "\(response.body)")
  }
}
