import JSONText
import Testing

@testable import Assignment

@Suite struct ConditionErrorTests {
  /// An operator that compares the number of characters.
  private struct Length: OperandMatcher {
    let count: Double

    func passes(_ value: JSONValue) -> Bool { value.stringValue.map { Double($0.count) } == count }
  }

  @Test func `operators of a caller are tested beside the others, and report their errors`() throws {
    let operators: [String: OperandCompile] = [
      "$length": { operand throws(OperandError) in
        guard let count = operand.numberValue?.double else { throw OperandError(at: .root, "not a length") }
        return Length(count: count)
      }
    ]
    func condition(_ text: String) throws -> Condition {
      try Condition(
        try JSONParser.parse(text), patterns: SwiftPattern.compile, operators: operators)
    }
    let pair = try condition(#"{"a":{"$length":2,"$ne":"xx"},"list":{"$all":[{"$not":{"$length":1}}]}}"#)
    #expect(pair.passes(Attributes(["a": "ab", "list": ["x", "yy"]])))
    #expect(!pair.passes(Attributes(["a": "xx", "list": ["yy"]])))
    #expect(!pair.passes(Attributes(["list": ["yy"]])))
    #expect(
      throws: ConditionErrors(errors: [
        ConditionError(.invalidValue, at: JSONPointer(tokens: ["a", "$length"]), "not a length")
      ])
    ) {
      try condition(#"{"a":{"$length":"2"}}"#)
    }
  }

  private func errors(
    of condition: String, limits: ConditionLimits = ConditionLimits(),
    unknownGroups: Condition.UnknownGroups = .refused
  ) throws -> [String] {
    let source = try JSONParser.parse(condition)
    do {
      _ = try Condition(
        source, groups: ConditionExample.groups, unknownGroups: unknownGroups, limits: limits,
        patterns: SwiftPattern.compile)
      return []
    } catch {
      return error.errors.map { "\($0.code.rawValue) \($0.pointer.description): \($0.message)" }
    }
  }

  @Test(arguments: [
    ("7", "wrong-type : a condition is an object, this is a number"),
    ("null", "wrong-type : a condition is an object, this is null"),
    (#"{"a":{"$regx":"x"}}"#, #"unknown-operator /a/$regx: unknown operator "$regx""#),
    (#"{"$xor":[{"a":1}]}"#, #"unknown-operator /$xor: unknown operator "$xor""#),
    (#"{"$foo":1}"#, #"unknown-operator /$foo: unknown operator "$foo""#),
    (#"{"$gt":{"$eq":1}}"#, "misplaced-operator /$gt: $gt belongs under an attribute's name"),
    (#"{"a":{"$gt":1,"b":2}}"#, "misplaced-operator /a/$gt: $gt is mixed with names that are not operators"),
    (#"{"$and":{"a":1}}"#, "wrong-type /$and: $and takes an array of conditions, this is an object"),
    (#"{"$or":null}"#, "wrong-type /$or: $or takes an array of conditions, this is null"),
    (#"{"$nor":[{"a":1},3]}"#, "wrong-type /$nor/1: a condition is an object, this is a number"),
    (#"{"$not":true}"#, "wrong-type /$not: a condition is an object, this is a boolean"),
    (#"{"a":{"$in":"KR"}}"#, "wrong-type /a/$in: $in takes an array, this is a string"),
    (
      #"{"a":{"$nini":["x",["y"]]}}"#,
      "wrong-type /a/$nini/1: $nini finds strings, numbers, booleans and null only, not an array"
    ),
    (#"{"a":{"$all":"x"}}"#, "wrong-type /a/$all: $all takes an array, this is a string"),
    (
      #"{"a":{"$eq":[1]}}"#,
      "wrong-type /a/$eq: $eq compares strings, numbers, booleans and null only, not an array"
    ),
    (
      #"{"a":{"$ne":{}}}"#,
      "wrong-type /a/$ne: $ne compares strings, numbers, booleans and null only, not an object"
    ),
    (#"{"a":{"$gt":null}}"#, "wrong-type /a/$gt: $gt takes a number or a string, this is null"),
    (#"{"a":{"$vgt":true}}"#, "wrong-type /a/$vgt: $vgt takes a version as a string, this is a boolean"),
    (#"{"a":{"$exists":1}}"#, "wrong-type /a/$exists: $exists takes true or false, this is a number"),
    (#"{"a":{"$type":"integer"}}"#, #"invalid-value /a/$type: unknown type "integer""#),
    (#"{"a":{"$type":3}}"#, "wrong-type /a/$type: $type takes the name of a type, this is a number"),
    (#"{"a":{"$size":"2"}}"#, "wrong-type /a/$size: $size takes a number or operators, this is a string"),
    (#"{"a":{"$elemMatch":5}}"#, "wrong-type /a/$elemMatch: $elemMatch takes an object, this is a number"),
    (#"{"a":{"$regex":"(a"}}"#, "invalid-pattern /a/$regex: not a regular expression: it cannot be read"),
    (
      #"{"a":{"$notRegexi":1}}"#,
      "wrong-type /a/$notRegexi: $notRegexi takes a regular expression as a string, this is a number"
    ),
    (#"{"a":{"$inGroup":"stuff"}}"#, #"unknown-group /a/$inGroup: unknown group "stuff""#),
    (
      #"{"a":{"$notInGroup":["staff"]}}"#,
      "wrong-type /a/$notInGroup: $notInGroup takes the name of a group, this is an array"
    ),
    (
      #"{"a":{"$not":{"$elemMatch":{"b/~":{"$oops":1}}}}}"#,
      #"unknown-operator /a/$not/$elemMatch/b~1~0/$oops: unknown operator "$oops""#
    ),
    // $elemMatch with operators alone tests the element's value, where the SDKs do not know $or.
    (#"{"a":{"$elemMatch":{"$or":[]}}}"#, #"unknown-operator /a/$elemMatch/$or: unknown operator "$or""#),
    (#"{"a":{"$size":{"$bad":1}}}"#, #"unknown-operator /a/$size/$bad: unknown operator "$bad""#),
    (#"{"a":{"$all":["x",{"$bad":1}]}}"#, #"unknown-operator /a/$all/1/$bad: unknown operator "$bad""#),
  ])
  func `a condition that can never work is refused`(condition: String, error: String) throws {
    #expect(try errors(of: condition) == [error])
  }

  @Test func `all errors are reported`() throws {
    let found = try errors(of: #"{"a":{"$x":1,"$in":2},"$or":[{"b":{"$y":1}}]}"#)
    #expect(
      found.map { $0.prefix { $0 != ":" } } == [
        "unknown-operator /a/$x", "wrong-type /a/$in", "unknown-operator /$or/0/b/$y",
      ])
  }

  @Test func `errors beyond the limit are not collected`() throws {
    let members = (0..<200).map { #""k\#($0)":{"$x":1}"# }.joined(separator: ",")
    #expect(try errors(of: "{\(members)}").count == ConditionErrors.limit)
  }

  @Test func `an unknown name comes with the known names`() throws {
    #expect(throws: ConditionErrors.self) {
      try Condition(
        ["a": ["$inGroup": "stuff"]], groups: ConditionExample.groups, patterns: SwiftPattern.compile)
    }
    do {
      _ = try Condition(
        ["a": ["$inGroup": "stuff"]], groups: ConditionExample.groups, patterns: SwiftPattern.compile)
    } catch {
      #expect(error.errors.first?.name == "stuff")
      #expect(error.errors.first?.known == ["many", "nobody", "staff"])
    }
  }

  @Test func `unknown groups can be empty instead of refused`() throws {
    #expect(try errors(of: #"{"a":{"$inGroup":"later"}}"#, unknownGroups: .empty).isEmpty)
    let condition = try Condition(
      ["a": ["$notInGroup": "later"]], unknownGroups: .empty, patterns: SwiftPattern.compile)
    #expect(condition.passes(.none))
  }

  @Test(arguments: [31, 32]) func `the depth of a condition is limited`(depth: Int) throws {
    // An attribute's value is one level deeper than the object around it.
    let nots = String(repeating: #"{"$not":"#, count: depth - 1)
    let found = try errors(of: nots + #"{"a":1}"# + String(repeating: "}", count: depth - 1))
    #expect(
      found
        == (depth < 32
          ? []
          : [
            "too-deep /" + String(repeating: "$not/", count: 31) + "a: a condition is nested at most 32 deep"
          ]))
  }

  @Test func `a condition of any shape that is too deep is refused`() throws {
    for (open, close) in [(#"{"$and":["#, "]}"), (#"{"a":{"$elemMatch":"#, "}}"), (#"{"$nor":["#, "]}")] {
      let text = String(repeating: open, count: 150) + "{}" + String(repeating: close, count: 150)
      #expect(try errors(of: text).map { $0.hasPrefix("too-deep ") } == [true])
    }
    let inner = String(repeating: #"{"$not":"#, count: 150) + "1" + String(repeating: "}", count: 150)
    #expect(try errors(of: #"{"a":\#(inner)}"#).map { $0.hasPrefix("too-deep ") } == [true])
  }

  @Test(arguments: [97, 98]) func `the number of parts is limited`(listed: Int) throws {
    var limits = ConditionLimits()
    limits.parts = 100
    // The parts are the object, the operators, the one operator and the elements of its list.
    let list = Array(repeating: "1", count: listed).joined(separator: ",")
    let found = try errors(of: #"{"a":{"$in":[\#(list)]}}"#, limits: limits)
    #expect(found == (listed == 97 ? [] : ["too-large /a/$in: a condition has at most 100 parts"]))
  }

  @Test func `too many parts are one error`() throws {
    var limits = ConditionLimits()
    limits.parts = 50
    let members = (0..<1000).map { #""k\#($0)":1"# }.joined(separator: ",")
    #expect(try errors(of: "{\(members)}", limits: limits).count == 1)
  }

  @Test(arguments: [1000, 1001]) func `the length of a pattern is limited`(bytes: Int) throws {
    let found = try errors(of: #"{"a":{"$regex":"\#(String(repeating: "x", count: bytes))"}}"#)
    #expect(
      found == (bytes == 1000 ? [] : ["too-large /a/$regex: a regular expression has at most 1000 bytes"]))
  }

  @Test func `a matcher that gives up fails a test and its opposite`() throws {
    let long = String(repeating: "x", count: SwiftPattern.longest + 1)
    for operation in ["$regex", "$regexi", "$notRegex", "$notRegexi"] {
      let condition = try Condition(["a": [operation: "y"]], patterns: SwiftPattern.compile)
      #expect(!condition.passes(Attributes(["a": .string(long)])))
    }
  }
}

@Suite struct ConditionAsSDKTests {
  @Test(arguments: [
    ConditionExample(#"{"a":{"$regx":"x"}}"#, #"{"a":"x"}"#, false),
    ConditionExample(#"{"$not":{"a":{"$regx":"x"}}}"#, #"{"a":"x"}"#, true),
    ConditionExample(#"{"a":{"$in":1}}"#, #"{"a":1}"#, false),
    ConditionExample(#"{"a":{"$nin":1}}"#, #"{"a":2}"#, false),
    ConditionExample(#"{"a":{"$regex":"(a"}}"#, #"{"a":"(a"}"#, false),
    ConditionExample(#"{"a":{"$notRegex":"(a"}}"#, #"{"a":"b"}"#, false),
    ConditionExample(#"{"a":{"$inGroup":"stuff"}}"#, #"{"a":"x"}"#, false),
    ConditionExample(#"{"a":{"$notInGroup":"stuff"}}"#, #"{"a":"x"}"#, true),
    ConditionExample(#"{"a":{"$eq":[1]}}"#, #"{"a":[1]}"#, false),
    ConditionExample(#"{"a":{"$ne":[1]}}"#, #"{"a":[1]}"#, true),
    ConditionExample(#"{"a":{"$gt":null}}"#, #"{"a":1}"#, true),
    ConditionExample(#"{"a":{"$exists":1}}"#, #"{"a":1}"#, true),
    ConditionExample(#"{"a":{"$type":"undefined"}}"#, "{}", false),
    ConditionExample(#"{"a":{"$gt":1,"b":2}}"#, #"{"a":{"$gt":1,"b":2}}"#, true),
    ConditionExample(#"{"$foo":1}"#, #"{"$foo":1}"#, true),
    ConditionExample(#"{"$or":{}}"#, "{}", true),
    ConditionExample(#"{"$and":5}"#, "{}", true),
    ConditionExample(#"{"$nor":{}}"#, "{}", false),
    ConditionExample(#"{"$not":5}"#, "{}", false),
    ConditionExample(#"{"$and":[5]}"#, "{}", true),
  ])
  func `a condition that the SDK accepts is accepted`(example: ConditionExample) throws {
    try example.check(.asSDK)
  }

  @Test func `the limits apply without strictness too`() {
    var limits = ConditionLimits()
    limits.depth = 2
    #expect(throws: ConditionErrors.self) {
      try Condition(
        ["$not": ["$not": [:]]], strictness: .asSDK, limits: limits, patterns: SwiftPattern.compile)
    }
  }
}
