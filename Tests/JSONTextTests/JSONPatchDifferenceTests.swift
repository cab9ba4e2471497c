import JSONText
import Testing

@Suite struct JSONPatchDifferenceTests {
  private static func value(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, "[]"),
    (#"{"a":1,"b":2}"#, #"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#),
    (#"{"a":1}"#, #"{"a":1.0}"#, #"[{"op":"replace","path":"/a","value":1.0}]"#),
    (#"{"a/b":{"c":1}}"#, #"{"a/b":{"c":1,"d":2}}"#, #"[{"op":"add","path":"/a~1b/d","value":2}]"#),
    (
      #"[1,2,3,4]"#, #"[1,3,4,5]"#,
      #"[{"op":"remove","path":"/1"},{"op":"add","path":"/3","value":5}]"#
    ),
    (
      #"[{"id":"a","x":1},{"id":"b","x":1}]"#, #"[{"id":"a","x":1},{"id":"b","x":2}]"#,
      #"[{"op":"replace","path":"/1/x","value":2}]"#
    ),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"[{"op":"replace","path":"","value":{"b":2,"a":1}}]"#),
    ("1", #""1""#, #"[{"op":"replace","path":"","value":"1"}]"#),
  ]) func `a difference is an operation at its place`(old: String, new: String, patch: String) throws {
    #expect(JSONPatch.difference(from: try Self.value(old), to: try Self.value(new)).json.text == patch)
  }

  /// Random values with so few members and elements that many are equal.
  private static func random(_ depth: Int, _ numbers: inout some RandomNumberGenerator) -> JSONValue {
    let names = ["a", "b", "c", "d/~"]
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &numbers) {
    case 0: return .bool(Bool.random(using: &numbers))
    case 1: return .number(JSONNumber(Int.random(in: 0..<3, using: &numbers)))
    case 2: return .string(["x", "é", "e\u{301}"][Int.random(in: 0..<3, using: &numbers)])
    case 3, 4:
      return .array(
        (0..<Int.random(in: 0..<6, using: &numbers)).map { _ in random(depth - 1, &numbers) })
    default:
      var object = JSONObject()
      for name in names.shuffled(using: &numbers).prefix(Int.random(in: 0...4, using: &numbers)) {
        object[name] = random(depth - 1, &numbers)
      }
      return .object(object)
    }
  }

  private static func numbers(_ values: some Sequence<Int>) -> JSONValue {
    .array(values.map { .number(JSONNumber($0)) })
  }

  @Test func `large arrays that are nearly the same have a small difference`() {
    let patch = JSONPatch.difference(from: Self.numbers(0..<5_000), to: Self.numbers(1..<5_001))
    #expect(
      patch.json.text
        == #"[{"op":"remove","path":"/0"},{"op":"add","path":"/4999","value":5000}]"#)
  }

  @Test(.bug(id: "F44")) func `large arrays in any order have a difference`() throws {
    let (old, new) = (Self.numbers(0..<40_000), Self.numbers((0..<40_000).map { $0 * 7_919 % 40_000 }))
    let patch = JSONPatch.difference(from: old, to: new)
    #expect(patch.operations.count < 40_000)
    #expect(try patch.apply(to: old) == new)
  }

  @Test func `a difference that takes more than its steps replaces the document`() throws {
    func nested(_ last: Int) -> JSONValue {
      (0..<50).reduce(Self.numbers(Array(0..<100) + [last])) { inner, _ in .array([inner]) }
    }
    var steps = 5_000
    let patch = JSONPatch.difference(from: nested(1), to: nested(2), steps: &steps)
    #expect(patch.operations == [.replace(.root, nested(2))])
    steps = 20_000
    #expect(
      JSONPatch.difference(from: nested(1), to: nested(2), steps: &steps).operations.count == 1
        && steps > 0)
    #expect(try JSONPatch.difference(from: nested(1), to: nested(2)).apply(to: nested(1)) == nested(2))
  }

  @Test func `a patch applied to the old document gives the new one, byte for byte`() throws {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<3_000 {
      let old = Self.random(4, &numbers)
      let new = Self.random(4, &numbers)
      let patch = JSONPatch.difference(from: old, to: new)
      #expect(try patch.apply(to: old).serialized() == new.serialized())
      // The patch document must read back as the same patch.
      #expect(try JSONPatch(try Self.value(patch.json.text)).apply(to: old) == new)
    }
  }

  @Test func `very long arrays are compared index by index`() throws {
    let old = JSONValue.array((0..<3_000).map { .number(JSONNumber($0)) })
    let new = JSONValue.array((0..<3_001).map { .number(JSONNumber($0 * 2)) })
    #expect(try JSONPatch.difference(from: old, to: new).apply(to: old) == new)
  }
}
