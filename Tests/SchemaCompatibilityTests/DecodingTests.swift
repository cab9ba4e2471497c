import JSONText
import Testing

@testable import SchemaCompatibility

/// The content that an app built on a schema decodes.
@Suite struct DecodingTests {
  private func isDecoded(_ document: JSONValue, by schema: String) throws -> Bool? {
    try comparison(schema, "{}").isDecoded(document)
  }

  private static let card = """
    {"type":"object","required":["title","size"],"additionalProperties":false,"minProperties":2,"maxProperties":4,
     "properties":{"title":{"type":"string","minLength":3,"maxLength":5,"pattern":"^x"},
      "size":{"type":"integer","minimum":1,"maximum":9,"multipleOf":2},"url":{"type":"string","format":"uri"},
      "style":{"enum":["bold","thin"]},"tags":{"type":"array","items":{"type":"string"},"maxItems":1,"uniqueItems":true},
      "never":false}}
    """

  @Test func `an app ignores bounds, patterns and unknown members`() throws {
    #expect(try isDecoded(["title": "", "size": 1000], by: Self.card) == true)
    #expect(try isDecoded(["title": "a", "size": 3, "new": [1, 2]], by: Self.card) == true)
    #expect(try isDecoded(["title": "a", "size": 3, "never": 1], by: Self.card) == true)
    #expect(try isDecoded(["title": "a", "size": 3, "tags": ["a", "a", "b"]], by: Self.card) == true)
  }

  @Test func `an app needs types, values, formats and required members`() throws {
    #expect(try isDecoded(["title": "a"], by: Self.card) == false)
    #expect(try isDecoded(["title": nil, "size": 3], by: Self.card) == false)
    #expect(
      try isDecoded(["title": "a", "size": .number(JSONNumber(0.5) ?? JSONNumber(0))], by: Self.card) == false
    )
    #expect(try isDecoded(["title": "a", "size": 3, "url": "no uri"], by: Self.card) == false)
    #expect(try isDecoded(["title": "a", "size": 3, "style": "huge"], by: Self.card) == false)
    #expect(try isDecoded(["title": "a", "size": 3, "tags": [1]], by: Self.card) == false)
    #expect(try isDecoded([], by: Self.card) == false)
  }

  @Test func `one decodable alternative is enough`() throws {
    let union = #"{"oneOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}"#
    #expect(try isDecoded(["a": 1, "b": 2], by: union) == true)
    #expect(try isDecoded(["c": 1], by: union) == false)
  }

  @Test func `a map keeps its names and values`() throws {
    let map =
      #"{"type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"enum":["a","b"]}}"#
    #expect(try isDecoded(["a": 1], by: map) == true)
    #expect(try isDecoded(["a": "x"], by: map) == false)
    #expect(try isDecoded(["c": 1], by: map) == false)
  }

  @Test func `a condition stays unchanged`() throws {
    let schema = #"{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"maxProperties":0}}"#
    #expect(try isDecoded(["a": 1], by: schema) == false)
    #expect(try isDecoded(["a": 1, "b": 1], by: schema) == true)
    #expect(try isDecoded(["c": 1], by: schema) == true)
  }
}
