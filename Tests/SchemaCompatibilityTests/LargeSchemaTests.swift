import JSONText
import Testing

@testable import SchemaCompatibility

/// Large schemas that are nearly the same are compared within the steps, and any other comparison ends after them.
@Suite struct LargeSchemaTests {
  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private static func lines(_ old: String, _ new: String) throws -> [String] {
    try CompatibilityDirection.allCases.flatMap { direction in
      try comparison(old, new).report(for: direction).lines
    }
  }

  private static let values: [String: @Sendable (Int) -> String] = [
    "fractions": { "\($0).5" }, "strings": { #""\#($0)""# }, "arrays": { "[\($0)]" },
    "numbers with the same nearest double": { "1.0000000000000000000\(100_000 + $0)" },
  ]

  @Test(arguments: values.keys.sorted()) func `an enumeration of many values loses one`(kind: String) throws {
    let value = try #require(Self.values[kind])
    let old = #"{"enum":[\#(Self.list(5_000, value))]}"#
    let new = #"{"enum":[\#(Self.list(4_999, value))]}"#
    let lines = try Self.lines(old, new)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("breaking ") == true, "\(lines)")
    #expect(lines.first?.hasSuffix(" | \(value(4_999))") == true, "\(lines)")
    #expect(try Self.lines(new, old).count == 1, "an app knows only the values of the old schema")
  }

  @Test func `one more of many members is required`() throws {
    let schema = { (count: Int) in
      #"{"type":"object","required":[\#(Self.list(count) { #""member\#($0)""# })]}"#
    }
    let old = schema(10_000)
    let new = schema(10_001)
    #expect(try comparison(new, old).report(for: .screens).verdict == .compatible)
    #expect(try comparison(old, new).report(for: .screens).verdict == .breaking)
  }

  /// Each comparison of these took minutes: it has no answer, but it ends.
  @Test(
    .bug(id: "F47"),
    arguments: [
      (
        #"{"required":[\#(list(5_000) { #""a\#($0)""# })]}"#,
        #"{"required":[\#(list(5_000) { #""b\#($0)""# })]}"#
      ),
      (
        #"{"patternProperties":{\#(list(600) { #""^a\#($0)$":{"type":"string"}"# })}}"#,
        #"{"patternProperties":{\#(list(600) { #""^a\#($0)$":{"type":"integer"}"# })}}"#
      ),
      (
        #"{"dependentRequired":{\#(list(5_000) { #""a\#(5_000 - $0)":["a\#(5_001 - $0)"]"# })},"required":["a1"]}"#,
        #"{"required":["b"]}"#
      ),
      (
        #"{"properties":{\#(list(3_000) { #""a\#($0)":{"type":"string"}"# })},"additionalProperties":{"type":"null"}}"#,
        #"{"properties":{\#(list(3_000) { #""b\#($0)":{"type":"string"}"# })},"patternProperties":{"^a":{"type":"null"}}}"#
      ),
    ]) func `a comparison of large schemas that have nothing in common ends`(old: String, new: String) throws
  {
    for direction in CompatibilityDirection.allCases {
      #expect(try comparison(old, new).report(for: direction).verdict != .compatible || direction == .apps)
    }
  }

  @Test func `a long chain of references and references to one anchor are followed`() throws {
    let chain = { (type: String) in
      ##"{"$ref":"#/$defs/d0","$defs":{\##(Self.list(5_000) { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }),"##
        + ##""d5000":{"type":"\##(type)"}}}"##
    }
    #expect(try comparison(chain("string"), chain("string")).report(for: .screens).verdict == .compatible)
    let anchors = { (type: String) in
      ##"{"properties":{\##(Self.list(5_000) { ##""m\##($0)":{"$ref":"#a"}"## })},"##
        + ##""$defs":{"a":{"$anchor":"a","type":"\##(type)"}}}"##
    }
    #expect(try comparison(anchors("string"), anchors("integer")).report(for: .screens).verdict == .breaking)
  }

  /// Each of the 20 to the power of 7 paths would be followed.
  @Test func `a not of a schema with many paths to the same subschema is decoded`() throws {
    let levels = Self.list(7) { level in
      let references = Self.list(20) { _ in ##"{"$ref":"#/$defs/d\##(level + 1)"}"## }
      return ##""d\##(level)":{"allOf":[\##(references)]}"##
    }
    let schema = { (type: String) in
      ##"{"not":{"$ref":"#/$defs/d0"},"$defs":{\##(levels),"d7":{"type":"\##(type)"}}}"##
    }
    let report = try comparison(schema("string"), schema("integer")).report(for: .apps)
    #expect(report.verdict != .compatible)
  }
}
