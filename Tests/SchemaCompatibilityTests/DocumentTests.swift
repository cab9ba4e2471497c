import JSONSchema
import JSONText
import Testing

@testable import SchemaCompatibility

/// Schemas in several documents, and the places that reasons name.
@Suite struct DocumentTests {
  private static let card = #"{"type":"object","properties":{"price":{"$ref":"PRICE.json"}}}"#

  @Test func `a change in a referenced document is reported there`() throws {
    let comparison = try comparison(
      Self.card, Self.card, others: ["PRICE.json": #"{"type":"integer"}"#],
      newOthers: ["PRICE.json": "{\n  \"type\": \"number\"\n}"])
    #expect(comparison.report(for: .screens).isCompatible)
    let report = comparison.report(for: .apps)
    let reason = try #require(report.reasons.first)
    #expect(reason.path == "price")
    #expect(reason.old.document == "marquee:/types/PRICE.json")
    #expect(reason.old.pointer.description == "/type")
    #expect(reason.new.position == SourcePosition(offset: 4, line: 2, column: 3))
    #expect(reason.example == ["price": .number(JSONNumber(0.5) ?? JSONNumber(0))])
  }

  @Test func `a document without references to it does not matter`() throws {
    let comparison = try comparison(
      #"{"type":"string"}"#, #"{"type":"string"}"#, others: ["PRICE.json": #"{"type":"integer"}"#],
      newOthers: ["PRICE.json": #"{"type":"number"}"#])
    #expect(comparison.report(for: .apps).isCompatible)
  }

  @Test func `a comparison of documents that refer to each other ends`() throws {
    let node = { (value: String) in
      #"{"type":"object","properties":{"v":{"type":"\#(value)"},"next":{"$ref":"CARD.json"}}}"#
    }
    let comparison = try comparison(
      #"{"$ref":"NODE.json"}"#, #"{"$ref":"NODE.json"}"#, others: ["NODE.json": node("integer")],
      newOthers: ["NODE.json": node("number")])
    #expect(comparison.report(for: .screens).isCompatible)
    #expect(comparison.report(for: .apps).reasons.map(\.path) == ["v"])
  }

  @Test func `an anchor and a pointer lead into another document`() throws {
    for reference in ["DEFS.json#hue", "DEFS.json#/$defs/color", "DEFS.json#/%24defs/color"] {
      let schema = #"{"$ref":"\#(reference)"}"#
      let comparison = try comparison(
        schema, schema, others: ["DEFS.json": #"{"$defs":{"color":{"$anchor":"hue","type":"string"}}}"#],
        newOthers: ["DEFS.json": #"{"$defs":{"color":{"$anchor":"hue","type":["string","null"]}}}"#])
      #expect(comparison.report(for: .apps).verdict == .breaking, "\(reference)")
      #expect(comparison.report(for: .screens).verdict == .compatible, "\(reference)")
    }
  }

  @Test func `references within a schema with its own id are resolved`() throws {
    let schema = { (type: String) in
      ##"{"$id":"https://example.com/a/CARD.json","$ref":"#/$defs/o","$defs":{"o":{"type":"\##(type)"}}}"##
    }
    #expect(try comparison(schema("integer"), schema("number")).report(for: .apps).verdict == .breaking)
  }

  @Test func `references through embedded schemas with ids are resolved`() throws {
    let schema = { (type: String) in
      ##"{"$defs":{"o":{"$id":"inner.json","$ref":"#/$defs/x","$defs":{"x":{"type":"\##(type)"}}}},"$ref":"#/$defs/o"}"##
    }
    #expect(try comparison(schema("integer"), schema("number")).report(for: .apps).verdict == .breaking)
  }

  @Test func `a schema of another draft is undecidable`() throws {
    let schema = { (type: String) in
      #"{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"\#(type)"}"#
    }
    #expect(try comparison(schema("integer"), schema("number")).report(for: .screens).verdict == .undecidable)
    #expect(try comparison(schema("integer"), schema("integer")).report(for: .screens).isCompatible)
  }

  @Test func `an invalid schema throws its faults`() throws {
    #expect(throws: SchemaErrors.self) { try comparison(#"{"type":"strin"}"#, "{}") }
    #expect(throws: SchemaErrors.self) { try comparison("{}", #"{"$ref":"OTHER.json"}"#) }
  }

  @Test func `places are those of the keywords in both texts`() throws {
    let old = """
      {
        "type": "object",
        "properties": { "s": { "enum": ["a"] } },
        "required": ["s"]
      }
      """
    let new = """
      {
        "type": "object",
        "properties": {
          "s": { "enum": ["a", "b"] }
        }
      }
      """
    let report = try comparison(old, new).report(for: .apps)
    let names = DocumentNames(
      old: ["marquee:/types/CARD.json": "old/CARD.json"], new: ["marquee:/types/CARD.json": "new/CARD.json"])
    #expect(
      report.lines(naming: names) == [
        #"new/CARD.json:4:12: breaking for apps: "s" can be "b" now; an app built on the old schema knows only "a"; put it into a new view type, with this one as fallback"#,
        "  old: old/CARD.json:3:26",
        #"  example: {"s":"b"}"#,
        #"new/CARD.json:4:5: breaking for apps: the member "s" need not be there any more; an app built on the old schema requires it; keep it required"#,
        "  old: old/CARD.json:4:3",
        "  example: {}",
      ])
    #expect(report.summary == "for apps: breaking, 2 reasons")
  }

  @Test func `a report has a JSON form`() throws {
    let report = try comparison(#"{"type":"string"}"#, #"{"type":["string","null"]}"#).report(for: .apps)
    #expect(
      report.json().text == """
        {"direction":"apps","verdict":"breaking","reasons":[{"verdict":"breaking","code":"type",\
        "message":"the content can be null now; an app built on the old schema expects a string",\
        "hint":"put it into a new view type, with this one as fallback","path":"",\
        "oldPointer":"/type","oldDocument":"marquee:/types/CARD.json","oldLine":1,"oldColumn":2,\
        "newPointer":"/type","newDocument":"marquee:/types/CARD.json","newLine":1,"newColumn":2,"example":null}]}
        """)
    let compatible = try comparison("true", "true").report(for: .screens)
    #expect(compatible.json().text == #"{"direction":"screens","verdict":"compatible","reasons":[]}"#)
    #expect(compatible.summary == "for screens: compatible")
  }

  @Test func `a schema without source text has no lines`() throws {
    let comparison = try SchemaComparison(
      old: SchemaVersion(value: ["type": "string"]), new: SchemaVersion(value: ["type": "null"]))
    let report = comparison.report(for: .screens)
    #expect(
      report.lines() == [
        "schema:/#/type: breaking for screens: the content can no longer be a string; it must be null",
        "  old: schema:/#/type", #"  example: "a""#,
      ])
  }
}
