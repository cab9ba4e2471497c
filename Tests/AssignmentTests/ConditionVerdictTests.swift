import JSONText
import Testing

@testable import Assignment

@Suite struct ConditionVerdictTests {
  @Test(arguments: [
    (#"{"a":1}"#, "/a"), (#"{"b":{"$exists":true,"$gt":5}}"#, "/b/$gt"), (#"{"b":1,"c":2}"#, "/c"),
    (#"{"$and":[{"b":1},{"c":{"$in":[1]}}]}"#, "/$and/1/c/$in"), (#"{"$or":[{"a":1},{"c":1}]}"#, "/$or"),
    (#"{"$not":{"b":1}}"#, "/$not"), (#"{"$nor":[{"a":1},{"b":1}]}"#, "/$nor"),
    (#"{"b":{"$not":{"$gt":0}}}"#, "/b/$not"), (#"{"x.y":{"$eq":1}}"#, "/x.y/$eq"),
  ])
  func `the verdict names the part that failed`(condition: String, pointer: String) throws {
    let compiled = try Condition(JSONParser.parse(condition), patterns: SwiftPattern.compile)
    let verdict = compiled.verdict(Attributes(["b": 1]))
    #expect(verdict == ConditionVerdict(passes: false, decidedBy: JSONPointer(pointer)))
    // The pointer names a value of the condition itself.
    #expect(verdict.decidedBy?.value(in: compiled.source) != nil)
  }

  @Test func `the verdict names nothing when the condition passes`() throws {
    let compiled = try Condition(
      ["b": ["$gt": 0], "$or": [["a": 1], ["b": 1]]], patterns: SwiftPattern.compile)
    #expect(compiled.verdict(Attributes(["b": 1])) == ConditionVerdict(passes: true, decidedBy: nil))
  }

  @Test func `a condition lists the attributes that it reads`() throws {
    let compiled = try Condition(
      ["b.c": 1, "$or": [["a": 1], ["b.c": 2], ["$not": ["d": ["$elemMatch": ["inner": 1]]]]]],
      patterns: SwiftPattern.compile)
    #expect(compiled.attributePaths == ["b.c", "a", "d"])
  }
}
