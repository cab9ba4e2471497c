import Testing

@testable import SchemaCompatibility

/// The verdicts on pairs of schemas, in both directions.
@Suite struct VerdictTests {
  private func check(_ pair: SchemaPair) throws {
    let comparison = try comparison(pair.old, pair.new)
    let screens = comparison.report(for: .screens)
    let apps = comparison.report(for: .apps)
    #expect(screens.verdict == pair.screens, "\(screens.lines)")
    #expect(apps.verdict == pair.apps, "\(apps.lines)")
    for report in [screens, apps] where report.verdict == .breaking {
      #expect(report.reasons.first?.example != nil)
    }
  }

  @Test(arguments: members) func `pairs of members`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: values) func `types and values`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: numbers) func `pairs of numbers`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: texts) func `pairs of strings`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: arrays) func `pairs of arrays`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: alternatives) func `pairs of alternatives`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: conditions) func `pairs of conditions`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: maps) func `maps and names`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: references) func `pairs of references`(_ pair: SchemaPair) throws { try check(pair) }
  @Test(arguments: unevaluated) func `unevaluated parts`(_ pair: SchemaPair) throws { try check(pair) }
}

extension VerdictTests {
  private static let a = #""a":{"type":"string"}"#
  private static let b = #""b":{"type":"integer"}"#

  static let members: [SchemaPair] = [
    SchemaPair(
      "the same", SchemaPair.closed(a), SchemaPair.closed(a), screens: .compatible, apps: .compatible),
    SchemaPair(
      "other annotations", SchemaPair.closed(#""a":{"type":"string","title":"x"}"#),
      SchemaPair.closed(#""a":{"description":"y","type":"string","default":""}"#), screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a new optional member", SchemaPair.closed(a), SchemaPair.closed(a + "," + b), screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a new required member", SchemaPair.closed(a), SchemaPair.closed(a + "," + b, required: ["b"]),
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "an optional member becomes required", SchemaPair.closed(a), SchemaPair.closed(a, required: ["a"]),
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a required member becomes optional", SchemaPair.closed(a, required: ["a"]), SchemaPair.closed(a),
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "an optional member is removed", SchemaPair.closed(a + "," + b), SchemaPair.closed(a),
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a required member is removed", SchemaPair.closed(a, required: ["a"]), SchemaPair.closed(b),
      screens: .breaking, apps: .breaking),
    SchemaPair(
      "a removed member in an open schema", SchemaPair.open(a + "," + b), SchemaPair.open(a),
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a new member in an open schema", SchemaPair.open(a), SchemaPair.open(a + "," + b), screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "a new member without a type in an open schema", SchemaPair.open(a), SchemaPair.open(a + #","b":{}"#),
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "other members refused", SchemaPair.open(a), SchemaPair.closed(a), screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "other members allowed", SchemaPair.closed(a), SchemaPair.open(a), screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a nested member becomes required", SchemaPair.closed(#""o":\#(SchemaPair.closed(a))"#),
      SchemaPair.closed(#""o":\#(SchemaPair.closed(a, required: ["a"]))"#), screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "a nested member becomes optional",
      SchemaPair.closed(#""o":\#(SchemaPair.closed(a, required: ["a"]))"#),
      SchemaPair.closed(#""o":\#(SchemaPair.closed(a))"#), screens: .compatible, apps: .breaking),
    SchemaPair(
      "a member that can never be there",
      SchemaPair.closed(#""a":{"type":"string"},"n":{"type":"string","enum":[1]}"#), SchemaPair.closed(a),
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a change below a member that can never be there",
      SchemaPair.closed(#""o":{"not":{},"properties":{"x":{"type":"string"}}}"#), SchemaPair.closed(""),
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "fewer members than before", #"{"type":"object","maxProperties":3}"#,
      #"{"type":"object","maxProperties":2}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "more members than there can be", SchemaPair.closed(a + "," + b),
      #"{"type":"object","maxProperties":2}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a name of other scalars", SchemaPair.closed(#""\u00e9":{"type":"string"}"#, required: ["\\u00e9"]),
      SchemaPair.closed(#""e\u0301":{"type":"string"}"#, required: ["e\\u0301"]), screens: .breaking,
      apps: .breaking),
  ]

  static let values: [SchemaPair] = [
    SchemaPair(
      "a changed type", #"{"type":"string"}"#, #"{"type":"integer"}"#, screens: .breaking, apps: .breaking),
    SchemaPair(
      "a new null", #"{"type":"string"}"#, #"{"type":["string","null"]}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "no null any more", #"{"type":["string","null"]}"#, #"{"type":"string"}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "a whole number becomes a number", #"{"type":"integer"}"#, #"{"type":"number"}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "a number becomes a whole number", #"{"type":"number"}"#, #"{"type":"integer"}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair("a type for anything", "{}", #"{"type":"object"}"#, screens: .breaking, apps: .compatible),
    SchemaPair("no type any more", #"{"type":"object"}"#, "true", screens: .compatible, apps: .breaking),
    SchemaPair("nothing any more", #"{"type":"object"}"#, "false", screens: .breaking, apps: .compatible),
    SchemaPair(
      "something after nothing", "false", #"{"type":"null"}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "all types by name", "true",
      #"{"type":["null","boolean","number","string","array","object"]}"#, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a wider enum", #"{"enum":["a","b"]}"#, #"{"enum":["b","a","c"]}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "a narrower enum", #"{"enum":["a","b"]}"#, #"{"enum":["a"]}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "an enum for any string", #"{"type":"string"}"#, #"{"enum":["a"]}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "any string for an enum", #"{"enum":["a"]}"#, #"{"type":"string"}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "const and enum", #"{"const":"a"}"#, #"{"enum":["a"]}"#, screens: .compatible, apps: .compatible),
    SchemaPair("another const", #"{"const":1}"#, #"{"const":2}"#, screens: .breaking, apps: .breaking),
    SchemaPair(
      "the same number", #"{"const":1}"#, #"{"const":1.0}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "an enum within a type", #"{"enum":["a",1,null]}"#,
      #"{"enum":["a",1,null,2.5],"type":["string","null"]}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "true and false", #"{"type":"boolean"}"#, #"{"enum":[true,false]}"#, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "an object as a value", #"{"const":{"a":1,"b":[2]}}"#,
      #"{"type":"object","properties":{"a":{"maximum":1},"b":{"items":{"type":"integer"}}}}"#,
      screens: .compatible, apps: .breaking),
  ]

  static let numbers: [SchemaPair] = [
    SchemaPair(
      "a higher minimum", #"{"type":"integer","minimum":1}"#, #"{"type":"integer","minimum":2}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a lower minimum", #"{"type":"integer","minimum":2}"#, #"{"type":"integer","minimum":1}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "an exclusive bound for whole numbers", #"{"type":"integer","minimum":1}"#,
      #"{"type":"integer","exclusiveMinimum":0}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "an exclusive bound for numbers", #"{"type":"number","minimum":0}"#,
      #"{"type":"number","exclusiveMinimum":0}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "bounds with no number between", #"{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}"#,
      #"{"type":"integer","maximum":0}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a multiple of a divisor", #"{"type":"integer","multipleOf":10}"#,
      #"{"type":"integer","multipleOf":5}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "another divisor", #"{"type":"integer","multipleOf":5}"#, #"{"type":"integer","multipleOf":10}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "two divisors", #"{"allOf":[{"multipleOf":4},{"multipleOf":6}],"type":"integer"}"#,
      #"{"type":"integer","multipleOf":12}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "halves and quarters", #"{"type":"number","multipleOf":0.5}"#, #"{"type":"number","multipleOf":0.25}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "whole numbers by their divisor", #"{"type":"number","multipleOf":1}"#, #"{"type":"integer"}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "very large bounds", #"{"type":"number","maximum":1e400}"#, #"{"type":"number","maximum":1e401}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "bounds listed one by one", #"{"type":"integer","minimum":1,"maximum":3}"#, #"{"enum":[1,2,3]}"#,
      screens: .compatible, apps: .compatible),
  ]

  static let texts: [SchemaPair] = [
    SchemaPair(
      "a greater length", #"{"type":"string","maxLength":20}"#, #"{"type":"string","maxLength":30}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a smaller length", #"{"type":"string","maxLength":20}"#, #"{"type":"string","maxLength":10}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a least length", #"{"type":"string"}"#, #"{"type":"string","minLength":1}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "a pattern", #"{"type":"string"}"#, #"{"type":"string","pattern":"^[a-z]+$"}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "no pattern any more", #"{"type":"string","pattern":"^[a-z]+$"}"#, #"{"type":"string"}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a wider pattern", #"{"type":"string","pattern":"^[0-9]+$"}"#,
      #"{"type":"string","pattern":"^[0-9]+(\\.[0-9]+)?$"}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a narrower pattern", #"{"type":"string","pattern":"^[0-9]+(\\.[0-9]+)?$"}"#,
      #"{"type":"string","pattern":"^[0-9]+$"}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "a pattern that says a length", #"{"type":"string","pattern":"^#?[0-9A-Fa-f]{6}$"}"#,
      #"{"type":"string","minLength":6,"maxLength":7}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "the same pattern in other words", #"{"type":"string","pattern":"^(a|b)*$"}"#,
      #"{"type":"string","pattern":"^[ab]*$"}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a pattern without anchors", #"{"type":"string","pattern":"abc"}"#, #"{"type":"string","pattern":"b"}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "the same pattern with a lookahead", #"{"type":"string","pattern":"^(?!x)a","maxLength":4}"#,
      #"{"type":"string","pattern":"^(?!x)a"}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "patterns with lookaheads", #"{"type":"string","pattern":"^(?=q)q"}"#,
      #"{"type":"string","pattern":"^(?=q)(q|z)"}"#, screens: .undecidable, apps: .compatible),
    SchemaPair(
      "a format", #"{"type":"string"}"#, #"{"type":"string","format":"uri"}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "a format that no longer holds", #"{"type":"string","format":"uri"}"#, #"{"type":"string"}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a wider format", #"{"type":"string","format":"uri"}"#, #"{"type":"string","format":"uri-reference"}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "another format", #"{"type":"string","format":"date"}"#, #"{"type":"string","format":"date-time"}"#,
      screens: .breaking, apps: .breaking),
    SchemaPair(
      "a format that says a pattern", #"{"type":"string","format":"date"}"#,
      #"{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a pattern that says a format", #"{"type":"string","pattern":"^https://[a-z]+\\.example/[a-z]*$"}"#,
      #"{"type":"string","format":"uri"}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "an unknown format", #"{"type":"string","format":"colour"}"#, #"{"type":"string"}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "values of a format", #"{"enum":["https://example.com/a","urn:a:b"]}"#,
      #"{"type":"string","format":"uri"}"#, screens: .compatible, apps: .breaking),
  ]

  static let arrays: [SchemaPair] = [
    SchemaPair(
      "elements of another type", #"{"type":"array","items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"integer"}}"#, screens: .breaking, apps: .breaking),
    SchemaPair(
      "elements of no type", #"{"type":"array","items":{"type":"string"}}"#, #"{"type":"array"}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "fewer elements", #"{"type":"array","maxItems":5}"#, #"{"type":"array","maxItems":4}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "at least one element", #"{"type":"array"}"#, #"{"type":"array","minItems":1}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "different elements", #"{"type":"array"}"#, #"{"type":"array","uniqueItems":true}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "one element is always different", #"{"type":"array","maxItems":1}"#,
      #"{"type":"array","uniqueItems":true}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "no more different elements than there are",
      #"{"type":"array","items":{"enum":[1,2]},"uniqueItems":true}"#,
      #"{"type":"array","maxItems":2}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "an element of a kind", #"{"type":"array"}"#, #"{"type":"array","contains":{"type":"string"}}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "an element of a wider kind", #"{"type":"array","contains":{"const":"a"}}"#,
      #"{"type":"array","contains":{"type":"string"}}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a tuple",
      #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"items":false}"#,
      #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"},{"type":"string"}],"minItems":2,"items":false}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a shorter tuple",
      #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2}"#,
      #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":1}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a tuple of another type", #"{"type":"array","prefixItems":[{"type":"number"}],"items":false}"#,
      #"{"type":"array","prefixItems":[{"type":["number","string"]}],"items":false}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "a tuple as a list",
      #"{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"items":false}"#,
      #"{"type":"array","items":{"type":"integer"},"maxItems":2}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "elements that can never be there", #"{"type":"array","items":false}"#,
      #"{"type":"array","maxItems":0}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "nested elements", #"{"type":"array","items":{"type":"array","items":{"enum":["a"]}}}"#,
      #"{"type":"array","items":{"type":"array","items":{"enum":["a","b"]}}}"#, screens: .compatible,
      apps: .breaking),
  ]
}
