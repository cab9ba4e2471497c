import JSONText
import SeededRandom
import Testing

@testable import SchemaCompatibility

/// A comparison of any schemas ends, and everything beyond a limit is undecidable.
@Suite struct LimitTests {
  private func verdicts(_ old: String, _ new: String, _ limits: CompatibilityLimits = CompatibilityLimits())
    throws
    -> [CompatibilityVerdict]
  {
    let comparison = try comparison(old, new, limits: limits)
    return CompatibilityDirection.allCases.map { comparison.report(for: $0).verdict }
  }

  /// Nested objects around a leaf.
  private static func nested(_ depth: Int, _ leaf: String) -> String {
    (0..<depth).reduce(leaf) { inner, _ in
      #"{"type":"object","properties":{"a":\#(inner)},"required":["a"],"additionalProperties":false}"#
    }
  }

  /// Definitions with a member that refers to the next definition.
  private static func chain(_ length: Int, _ leaf: String) -> String {
    let links = (0..<length).map { number in
      let next = number == length - 1 ? leaf : ##"{"$ref":"#/$defs/d\##(number + 1)"}"##
      return #""d\#(number)":{"type":"object","properties":{"a":\#(next)},"required":["a"]}"#
    }
    return ##"{"$ref":"#/$defs/d0","$defs":{\##(links.joined(separator: ","))}}"##
  }

  @Test func `with one step too few the verdict is undecidable`() throws {
    let old = SchemaPair.closed(#""a":{"type":"string"}"#)
    let new = SchemaPair.closed(#""a":{"type":"string","maxLength":5},"b":{}"#)
    var limits = CompatibilityLimits()
    limits.steps = 5
    let comparison = try comparison(old, new, limits: limits)
    let report = comparison.report(for: .screens)
    #expect(report.verdict == .undecidable)
    #expect(
      report.lines == [
        "undecidable too-costly : the schemas take more than 5 steps to compare | neither a proof nor an example was found"
      ])
    #expect(try verdicts(old, new) == [.breaking, .compatible])
  }

  @Test func `no number of steps gives a wrong verdict`() throws {
    let pairs = [
      (SchemaPair.closed(#""a":{"type":"string"}"#), SchemaPair.closed(#""a":{"enum":["x"]}"#)),
      (
        #"{"oneOf":[{"type":"string","pattern":"^a+$"},{"type":"integer","minimum":3}]}"#,
        #"{"anyOf":[{"type":"string","pattern":"^a*$"},{"type":"integer","minimum":4}]}"#
      ),
    ]
    for (old, new) in pairs {
      for steps in 0..<200 {
        var limits = CompatibilityLimits()
        limits.steps = steps
        let found = try verdicts(old, new, limits)
        #expect(found[0] != .compatible, "\(steps) steps")
      }
    }
  }

  @Test func `values deeper than the limit are undecidable`() throws {
    #expect(
      try verdicts(Self.nested(20, #"{"type":"string"}"#), Self.nested(20, #"{"type":"integer"}"#)) == [
        .breaking, .breaking,
      ])
    #expect(
      try verdicts(Self.chain(300, #"{"type":"string"}"#), Self.chain(300, #"{"type":"integer"}"#)) == [
        .undecidable, .undecidable,
      ])
    #expect(
      try verdicts(Self.chain(300, #"{"type":"string"}"#), Self.chain(300, #"{"type":"string"}"#)) == [
        .compatible, .compatible,
      ])
  }

  @Test func `schemas with too many nodes are not compared`() throws {
    var limits = CompatibilityLimits()
    limits.nodes = 10
    let old = SchemaPair.closed((0..<20).map { #""m\#($0)":{}"# }.joined(separator: ","))
    let report = try comparison(old, SchemaPair.closed(""), limits: limits).report(for: .screens)
    #expect(report.lines == ["undecidable too-costly : the schemas have more than 10 subschemas"])
  }

  @Test func `patterns beyond the limit are undecidable`() throws {
    var limits = CompatibilityLimits()
    limits.patterns = 1
    let old = #"{"type":"string","pattern":"^a+$"}"#
    let new = #"{"type":"string","pattern":"^a*$"}"#
    #expect(try verdicts(old, new) == [.compatible, .compatible])
    #expect(try verdicts(old, new, limits) == [.undecidable, .compatible])
  }

  @Test func `a report has at most the limit of reasons`() throws {
    let members = { (type: String) in
      (0..<20).map { #""m\#($0)":{"type":"\#(type)","title":"\#($0)","maxLength":\#($0)}"# }.joined(
        separator: ",")
    }
    var limits = CompatibilityLimits()
    limits.reasons = 3
    let comparison = try comparison(
      SchemaPair.closed(members("string")), SchemaPair.closed(members("integer")), limits: limits)
    let report = comparison.report(for: .screens)
    #expect(report.reasons.count == 3)
    #expect(report.mayHaveMore)
    #expect(report.summary == "for screens: breaking, 3 reasons or more")
    #expect(report.json()["mayHaveMore"] == true)
  }

  @Test func `a large example is found but not shown`() throws {
    let old = #"{"type":"string","minLength":5000}"#
    let report = try comparison(old, #"{"type":"integer"}"#).report(for: .screens)
    #expect(report.verdict == .breaking)
    #expect(report.reasons.map { $0.example?.text } == [nil])
    let huge = #"{"type":"string","minLength":300000}"#
    #expect(try comparison(huge, #"{"type":"integer"}"#).report(for: .screens).verdict == .undecidable)
  }

  @Test func `a comparison of many alternatives ends`() throws {
    let cases = { (count: Int) in
      (0..<count).map {
        #"{"properties":{"k":{"const":\#($0)},"v\#($0)":{"type":"string"}},"required":["k","v\#($0)"]}"#
      }
      .joined(separator: ",")
    }
    #expect(
      try verdicts(
        #"{"type":"object","oneOf":[\#(cases(12))]}"#, #"{"type":"object","oneOf":[\#(cases(13))]}"#) == [
          .compatible, .breaking,
        ])
    let many = #"{"type":"object","oneOf":[\#(cases(60))]}"#
    #expect(try verdicts(many, many) == [.compatible, .compatible])
    #expect(try verdicts(many, #"{"type":"string"}"#)[0] != .compatible)
  }

  @Test func `a comparison of allOf with many alternatives ends`() throws {
    var numbers = SplitMix64(seed: 3)
    let clauses = (0..<40).map { _ in
      let literals = (0..<3).map { _ in
        let name = Int.random(in: 0..<12, using: &numbers)
        return
          #"{"properties":{"x\#(name)":{"const":\#(Bool.random(using: &numbers))}},"required":["x\#(name)"]}"#
      }
      return #"{"anyOf":[\#(literals.joined(separator: ","))]}"#
    }
    let schema = #"{"type":"object","allOf":[\#(clauses.joined(separator: ","))]}"#
    #expect(try verdicts(schema, #"{"type":"object"}"#)[0] == .compatible)
    #expect(try verdicts(#"{"type":"object"}"#, schema)[0] == .breaking)
  }

  @Test func `patterns with huge automata are tested with samples`() throws {
    let old = #"{"type":"string","pattern":"^(a|b)*a(a|b){14}$"}"#
    #expect(
      try verdicts(old, #"{"type":"string","pattern":"^(a|b)*a(a|b){15}$"}"#) == [.breaking, .compatible])
    #expect(try verdicts(old, #"{"type":"string","pattern":"^(b|a)*a(b|a){14}$"}"#)[0] != .breaking)
  }

  @Test func `a comparison of subschemas that all refer to each other ends`() throws {
    let defs = { (leaf: String) in
      (0..<8).map { number in
        let members = (0..<8).map { ##""m\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }.joined(separator: ",")
        return
          ##""d\##(number)":{"type":"object","properties":{\##(members),"v":\##(leaf),"n":{"const":\##(number)}}}"##
      }.joined(separator: ",")
    }
    let old = ##"{"$ref":"#/$defs/d0","$defs":{\##(defs(#"{"type":"integer"}"#))}}"##
    let new = ##"{"$ref":"#/$defs/d0","$defs":{\##(defs(#"{"type":"number"}"#))}}"##
    #expect(try verdicts(old, new) == [.compatible, .breaking])
  }
}
