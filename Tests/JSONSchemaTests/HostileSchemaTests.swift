import JSONText
import Patterns
import Testing

@testable import JSONSchema

/// A schema or instance that would take all time or stack gives an error.
@Suite struct HostileSchemaTests {
  @Test func `work that doubles with each level reaches the limit`() throws {
    let levels = (0..<40).map {
      "\"l\($0)\":{\"allOf\":[{\"$ref\":\"#/$defs/l\($0 + 1)\"},{\"$ref\":\"#/$defs/l\($0 + 1)\"}]}"
    }
    let compiled = try schema(
      "{\"$ref\":\"#/$defs/l0\",\"$defs\":{\(levels.joined(separator: ",")),\"l40\":{\"minLength\":1}}}")
    #expect(compiled.validate("x").map(\.kind) == [.tooCostly(limit: SchemaLimits.evaluations)])
  }

  /// A tree of nodes of seven kinds, which a member `kind` tells apart.
  private static func tree() throws -> CompiledSchema {
    let inner = ["column", "row", "card", "stack", "list", "grid"].map {
      """
      {"type":"object","required":["kind"],"additionalProperties":false,"properties":{"kind":{"const":"\($0)"},
       "gap":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}
      """
    }
    let leaf = """
      {"type":"object","required":["kind","text"],"additionalProperties":false,
       "properties":{"kind":{"const":"text"},"text":{"type":"string"}}}
      """
    let kinds = (inner + [leaf]).joined(separator: ",")
    return try schema(##"{"$defs":{"node":{"oneOf":[\##(kinds)]}},"$ref":"#/$defs/node"}"##)
  }

  private static func nested(_ depth: Int, around leaf: String, kindFirst: Bool) throws -> JSONValue {
    try json(
      (0..<depth).reduce(leaf) { text, _ in
        kindFirst ? #"{"kind":"grid","children":[\#(text)]}"# : #"{"children":[\#(text)],"kind":"grid"}"#
      })
  }

  @Test(arguments: [true, false])
  func `the branches of a recursive schema take no more steps with each level`(kindFirst: Bool) throws {
    let compiled = try Self.tree()
    let valid = try Self.nested(40, around: #"{"text":"a","kind":"text"}"#, kindFirst: kindFirst)
    #expect(compiled.isValid(valid))
    let invalid = try Self.nested(40, around: #"{"kind":"text","text":5}"#, kindFirst: kindFirst)
    let found = compiled.validate(invalid)
    // The tag of each level chooses its branch, so the error is that of the value.
    #expect(found.count == 1)
    #expect(found.first?.instanceLocation.tokens.count == 40 * 2 + 1)
    #expect(found.first?.message == "expected a string, found a number")
  }

  @Test func `branches that double with each level are described only as far as the limit`() throws {
    let levels = (0..<16).map {
      ##""l\##($0)":{"anyOf":[{"$ref":"#/$defs/l\##($0 + 1)"},{"$ref":"#/$defs/l\##($0 + 1)"}]}"##
    }
    let compiled = try schema(
      ##"{"$ref":"#/$defs/l0","$defs":{\##(levels.joined(separator: ",")),"l16":{"minLength":2}}}"##)
    let found = compiled.validate("x")
    #expect(found.count == 1)
    guard case .anyOf(let causes)? = found.first?.kind else {
      Issue.record("\(found)")
      return
    }
    #expect(causes.allSatisfy { $0.isEmpty })
  }

  @Test func `several validations share a budget`() throws {
    let compiled = try Self.tree()
    let valid = try Self.nested(40, around: #"{"kind":"text","text":"a"}"#, kindFirst: true)
    let budget = ValidationBudget(steps: 1000)
    #expect(compiled.report(on: valid, within: budget).isValid)
    var last = compiled.report(on: valid, within: budget)
    for _ in 0..<20 where last.isValid { last = compiled.report(on: valid, within: budget) }
    guard case .tooCostly? = last.errors.first?.kind else {
      Issue.record("\(last)")
      return
    }
  }

  @Test func `a deep instance of a recursive schema is an error`() throws {
    var value: JSONValue = 1
    for _ in 0..<2_000 { value = .array([value]) }
    let compiled = try schema(##"{"items":{"$ref":"#"}}"##)
    #expect(compiled.validate(value).map(\.kind) == [.tooDeep(limit: SchemaLimits.evaluationDepth)])
  }

  private func nested(_ depth: Int, _ wrap: (JSONValue) -> JSONValue) -> JSONValue {
    (0..<depth).reduce(true) { value, _ in wrap(value) }
  }

  @Test func `a schema can be as deep as the limit and no deeper`() throws {
    let wraps: [(JSONValue) -> JSONValue] = [
      { ["properties": ["a": $0]] }, { ["not": $0] }, { ["dependencies": ["a": $0]] }, { ["allOf": [$0]] },
    ]
    for wrap in wraps {
      let deepest = nested(SchemaLimits.schemaDepth, wrap)
      #expect(throws: Never.self) { try SchemaCompiler.compile(deepest) }
      #expect {
        try SchemaCompiler.compile(wrap(deepest))
      } throws: { error in
        (error as? SchemaErrors)?.errors.contains { $0.code == .tooDeep } == true
      }
    }
  }

  @Test func `an exceeded limit fails under not too`() throws {
    let pattern = #"^(a|aa)+\1$"#
    let compiled = try SchemaCompiler.compile(["not": ["pattern": .string(pattern)]])
    let text = String(repeating: "a", count: 200) + "!"
    #expect(!compiled.isValid(.string(text)))
    #expect(
      compiled.validate(.string(text)).map(\.kind) == [.patternTooCostly(pattern, limit: Pattern.stepLimit)])
    #expect(compiled.isValid("b"))
  }

  @Test func `many elements are compared quickly`() throws {
    let compiled = try schema(#"{"uniqueItems":true}"#)
    #expect(compiled.isValid(.array((0..<50_000).map { .number(JSONNumber($0)) })))
  }

  @Test func `the number and size of patterns are limited`() throws {
    #expect(
      try errors(#"{"pattern":"((a{1000}){1000}){1000}"}"#) == [
        "/pattern|invalid-pattern|not a regular expression: too large, at character 1"
      ])
    let many = (0..<60).map { "{\"pattern\":\"^(?:b{40000}){1,2}\($0)$\"}" }.joined(separator: ",")
    #expect(try errors("{\"anyOf\":[\(many)]}").contains { $0.contains("|too-large|") })
  }
}
