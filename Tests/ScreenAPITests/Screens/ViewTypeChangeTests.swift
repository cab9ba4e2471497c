import JSONText
import Testing

/// Changes of view types that break other view types and screens.
@Suite struct ViewTypeChangeTests {
  private static let token = "Authorization: Bearer secret"
  private static let inner = #"{"$defs":{"text":{"$anchor":"short","type":"string","maxLength":5}}}"#
  private static let outer = """
    {"type":"object","properties":{"text":{"$ref":"INNER.json#short"}},"required":["text"]}
    """
  private let api: APIFixture

  init() throws {
    api = try APIFixture(
      definition: #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#,
      files: ["_types/INNER.json": Self.inner, "_types/OUTER.json": Self.outer])
  }

  private func put(_ name: String, _ schema: String, query: String = "") throws -> APIFixture.Response {
    try api.send("PUT /admin/view-types/\(name)\(query) HTTP/1.1", Self.token, body: schema)
  }

  private func isThere(_ name: String) throws -> Bool {
    try api.send("GET /view-types/\(name) HTTP/1.1").status == 200
  }

  private func names(_ response: APIFixture.Response, _ list: String, _ member: String) throws -> [String] {
    try JSONParser.parse(response.body)[list]?.arrayValue?.compactMap { $0[member]?.stringValue } ?? []
  }

  @Test(arguments: ["", "?dryRun=true"])
  func `a change that removes the target of another type's reference is refused`(query: String) throws {
    let refused = try put("INNER", "{}", query: query)
    #expect(refused.status == 409)
    #expect(refused.body.contains("/breaks-view-types"))
    #expect(try names(refused, "viewTypes", "name") == ["OUTER"])
    let errors = try JSONParser.parse(refused.body)["viewTypes"]?.arrayValue?.first?["errors"]?.arrayValue
    #expect(errors?.first?["code"]?.stringValue == "invalid-schema")
    #expect(try isThere("OUTER"))
    #expect(try api.send("GET /view-types/INNER HTTP/1.1").body == Self.inner)
  }

  @Test func `types that refer to it indirectly are listed, and screens that use them`() throws {
    #expect(try put("ALSO", #"{"properties":{"o":{"$ref":"OUTER.json"}}}"#).status == 201)
    let screen = #"{"items":[{"id":"a","viewType":"OUTER","content":{"text":"1"}}]}"#
    #expect(try api.send("PUT /admin/screens/menu HTTP/1.1", Self.token, body: screen).status == 201)
    let refused = try put("INNER", "{}")
    #expect(refused.status == 409)
    #expect(try names(refused, "viewTypes", "name") == ["ALSO", "OUTER"])
    #expect(try names(refused, "screens", "route") == ["menu"])
  }

  @Test func `a change that keeps the targets of references is accepted`() throws {
    #expect(try put("INNER", Self.inner.replacing("5", with: "9")).status == 200)
    #expect(try isThere("OUTER"))
  }

  @Test func `a forced change breaks the other type, and later changes are not blamed for it`() throws {
    #expect(try put("INNER", "{}", query: "?force=true").status == 200)
    #expect(try !isThere("OUTER"))
    #expect(try put("INNER", #"{"type":"object"}"#).status == 200)
    #expect(try put("TEXT", #"{"properties":{"text":{"maxLength":9}}}"#).status == 200)
    #expect(try put("INNER", Self.inner).status == 200)
    #expect(try isThere("OUTER"))
  }

  @Test
  func `a later change is blamed for a screen that is already invalid only if it makes it worse`()
    throws
  {
    let schema = #"{"type":"object","properties":{"text":{"minLength":2}}}"#
    #expect(try put("TEXT", schema).status == 409)
    #expect(try put("TEXT", schema, query: "?force=true").status == 200)
    #expect(try put("OTHER", "true").status == 201)
    #expect(try put("TEXT", schema.replacing(#""type":"object""#, with: #""title":"t""#)).status == 200)
    let worse = try put("TEXT", #"{"properties":{"text":{"minLength":2,"pattern":"^x"}}}"#)
    #expect(worse.status == 409)
    #expect(try names(worse, "screens", "route") == ["home"])
  }
}
