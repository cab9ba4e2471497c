import JSONText
import Testing

@testable import Screens

/// View types that a change of other view types makes invalid.
@Suite struct BrokenViewTypeTests {
  private static let schemas: [String: String] = [
    "INNER": #"{"$defs":{"a":{"$anchor":"a"}}}"#, "MIDDLE": #"{"items":[{"$ref":"./INNER.json"}]}"#,
    "OUTER": #"{"properties":{"a":{"$ref":"INNER.json#a"}}}"#,
    "FAR": #"{"anyOf":[{"$ref":"marquee:/types/MIDDLE.json#/items/0"}]}"#,
    "BASED": #"{"$id":"marquee:/elsewhere/","properties":{"a":{"$ref":"../types/INNER.json#a"}}}"#,
    "ROUND": ##"{"allOf":[{"$ref":"ROUND.json"},{"$ref":"#"}]}"##, "ALONE": #"{"const":{"$ref":1}}"#,
  ]

  private static func parsed(_ texts: [String: String] = schemas) throws -> [String: JSONValue] {
    try texts.mapValues { try JSONParser.parse($0) }
  }

  @Test(arguments: [
    ("OUTER", ["INNER"]), ("MIDDLE", ["INNER", "MIDDLE"]), ("FAR", ["INNER", "MIDDLE"]), ("BASED", ["INNER"]),
    // These refer to no changed type, so all changed types are causes.
    ("ROUND", ["ALONE", "INNER", "MIDDLE"]), ("ALONE", ["ALONE"]),
  ]) func `the causes are the changed types that a view type refers to`(name: String, causes: [String]) throws
  {
    let broken = BrokenViewType(name: name, diagnostics: Diagnostics())
    let found = broken.causes(
      among: ["ALONE", "INNER", "MIDDLE"], in: ViewTypeSchemas(try Self.parsed()).library)
    #expect(found.sorted() == causes)
  }

  @Test func `only unchanged types that were valid before count as broken`() throws {
    var state = PublishedState()
    var schemas = try Self.parsed(Self.schemas.filter { ["INNER", "OUTER"].contains($0.key) })
    schemas["BEFORE"] = try JSONParser.parse(#"{"$ref":"INNER.json#b"}"#)
    _ = state.catalogue.setViewTypes(schemas)
    state.viewTypes = schemas
    schemas["INNER"] = .object([:])
    schemas["NEW"] = try JSONParser.parse(#"{"$ref":"INNER.json#a"}"#)
    var catalogue = state.catalogue
    let invalid = catalogue.setViewTypes(schemas)
    #expect(invalid.keys.sorted() == ["BEFORE", "NEW", "OUTER"])
    let broken = state.brokenViewTypes(invalid, except: ["INNER", "NEW"])
    #expect(broken.map(\.name) == ["OUTER"])
    let refusal = Diagnostic.breaking(broken)
    #expect(refusal.code == .breaksViewType && refusal.pointer == .root)
    #expect(refusal.message == #"the change would make current view types invalid: "OUTER""#)
    #expect(refusal.hint?.hasPrefix("OUTER: ") == true)
  }
}
