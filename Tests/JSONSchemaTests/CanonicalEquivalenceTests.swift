import JSONText
import Patterns
import Testing

@testable import JSONSchema

/// Canonically equal names are different names (core §4.2.2), and a character is a Unicode scalar.
@Suite struct CanonicalEquivalenceTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test func `canonically equal URIs name two resources`() throws {
    let schema = """
      {"$defs":{"a":{"$id":"http://x/\(Self.composed)","type":"string"},
       "b":{"$id":"http://x/\(Self.decomposed)","type":"number"}},
       "prefixItems":[{"$ref":"http://x/\(Self.composed)"},{"$ref":"http://x/\(Self.decomposed)"}]}
      """
    #expect(try errors(schema) == [])
    #expect(try errors(schema, #"["a",1]"#) == [])
    #expect(try errors(schema, #"[1,"a"]"#).count == 2)
  }

  @Test func `canonically equal URIs name two documents`() throws {
    var registry = SchemaRegistry()
    registry.add(uri: "http://x/\(Self.composed)", document: ["type": "string"])
    registry.add(uri: "http://x/\(Self.decomposed)", document: ["type": "number"])
    #expect(registry.uris.count == 2)
    let compiled = try schema(#"{"$ref":"http://x/\#(Self.composed)"}"#, registry: registry)
    #expect(compiled.isValid("a") && !compiled.isValid(1))
  }

  @Test func `a pointer leads to a name that begins with a combining character`() throws {
    let schema = ##"{"$ref":"#/\u{301}a","\u{301}a":{"type":"string"}}"##
      .replacing(#"\u{301}"#, with: "\u{301}")
    #expect(try errors(schema) == [])
    #expect(try errors(schema, "1").count == 1)
  }

  @Test func `a segment of a URI can begin with a combining character`() {
    let base = URIReference("http://x/a/\u{301}b/c")
    let resolved = URIReference("../d").resolved(against: base).description
    #expect(resolved.hasSameScalars(as: "http://x/a/d"))
  }

  @Test func `canonically equal group names name two groups`() throws {
    let pattern = "^(?<\(Self.composed)>a)(?<\(Self.decomposed)>b)\\k<\(Self.decomposed)>$"
    #expect(Pattern.syntaxError(in: pattern) == nil)
    #expect(try Pattern(pattern).search("abb") == .match)
    #expect(try Pattern(pattern).search("aba") == .noMatch)
  }

  @Test func `the names of properties are ASCII`() {
    #expect(Pattern.syntaxError(in: "\\p{Script=Khmer}") == nil)
    #expect(Pattern.syntaxError(in: "\\p{Script=\u{212A}hmer}")?.kind == .badProperty)
  }

  @Test func `members, constants and elements are equal by their scalars`() throws {
    let (composed, decomposed) = (Self.composed, Self.decomposed)
    let schema = #"{"required":["\#(composed)"],"properties":{"\#(composed)":{"const":"\#(composed)"}}}"#
    #expect(try errors(schema, #"{"\#(composed)":"\#(composed)"}"#) == [])
    #expect(try errors(schema, #"{"\#(decomposed)":"\#(composed)"}"#).count == 1)
    #expect(try errors(schema, #"{"\#(composed)":"\#(decomposed)"}"#).count == 1)
    #expect(try errors(#"{"enum":["\#(composed)"]}"#, "\"\(decomposed)\"").count == 1)
    #expect(try errors(#"{"uniqueItems":true}"#, #"["\#(composed)","\#(decomposed)"]"#) == [])
  }
}
