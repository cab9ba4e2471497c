import JSONText
import Testing

@testable import JSONSchema

@Suite struct EvaluatedSetTests {
  @Test func `indices below and above 64 are kept`() {
    var set = EvaluatedSet()
    for place in [0, 63, 64, 1_000] { set.insert(place) }
    #expect([0, 63, 64, 1_000].allSatisfy(set.contains))
    #expect(![1, 62, 65, 999].contains(where: set.contains))
    var other = EvaluatedSet()
    other.insert(upTo: 10)
    set.formUnion(other)
    #expect((0..<10).allSatisfy(set.contains))
    #expect(!set.contains(10))
  }

  @Test func `many members are tracked`() throws {
    let compiled = try schema(
      #"{"allOf":[{"patternProperties":{"^n":true}}],"unevaluatedProperties":false}"#)
    var object = JSONObject()
    for index in 0..<200 { object["n\(index)"] = 1 }
    #expect(compiled.isValid(.object(object)))
    object["x"] = 1
    #expect(compiled.validate(.object(object)).map(\.message) == [#"unknown member "x""#])
  }

  @Test func `a failed branch evaluates nothing`() throws {
    let compiled = try schema(
      #"{"anyOf":[{"properties":{"a":true,"b":{"type":"string"}}},{"properties":{"c":true}}],"unevaluatedProperties":false}"#
    )
    #expect(compiled.isValid(["a": 1, "c": 1]))
    #expect(
      compiled.validate(["a": 1, "b": 1, "c": 1]).map(\.message) == [
        #"unknown member "a""#, #"unknown member "b""#,
      ])
  }
}
