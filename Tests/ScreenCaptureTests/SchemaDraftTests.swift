import JSONText
import ScreenCapture
import Testing

/// Schemas that are drafted from examples.
@Suite struct SchemaDraftTests {
  private static func schema(_ contents: JSONValue...) throws -> JSONValue? {
    let items = contents.map { JSONValue.object(["viewType": "T", "viewObject": $0]) }
    return try Archive.capture(("/a", ["viewItems": .array(items)])).file("_types/T.json")
  }

  @Test func `members of all examples are required, others are not, unknown ones are refused`() throws {
    let schema = try Self.schema(["a": 1, "b": "x"], ["a": 2])
    #expect(schema?["required"] == ["a"])
    #expect(schema?["properties"] == ["a": ["type": "integer"], "b": ["type": "string"]])
    #expect(schema?["additionalProperties"] == false)
    #expect(schema?["description"] == "A draft from 2 recorded examples.")
  }

  @Test func `a type is as tight as the examples agree`() throws {
    func type(_ values: JSONValue...) throws -> JSONValue? {
      let items = values.map { JSONValue.object(["viewType": "T", "viewObject": ["v": $0]]) }
      return try Archive.capture(("/a", ["viewItems": .array(items)])).file("_types/T.json")?["properties"]?[
        "v"]
    }
    let (whole, half) = (JSONValue.number(JSONNumber(1)), try JSONParser.parse("1.5"))
    #expect(try type(whole) == ["type": "integer"])
    #expect(try type(whole, half) == ["type": "number"])
    #expect(try type("a", nil) == ["type": ["string", "null"]])
    #expect(try type("https://a.example/x", "http://b.example") == ["type": "string", "format": "uri"])
    #expect(try type("https://a.example/x", "none") == ["type": "string"])
    #expect(try type("tab:offers") == ["type": "string"])
    #expect(try type("2026-01-02T03:04:05Z") == ["type": "string", "format": "date-time"])
    #expect(try type([]) == ["type": "array"])
    #expect(try type([true], [whole]) == ["type": "array", "items": ["type": ["boolean", "integer"]]])
    let object = try type(["a": nil], [:])
    #expect(object?["required"] == nil)
    #expect(object?["properties"] == ["a": ["type": "null"]])
  }

  @Test func `an object with very many members is a dictionary`() throws {
    func object(_ count: Int) -> JSONValue {
      .object((0..<count).reduce(into: JSONObject()) { $0["m\($1)"] = true })
    }
    let limit = CaptureLimits.schemaMembers
    #expect(try Self.schema(object(limit))?["additionalProperties"] == false)
    #expect(try Self.schema(object(limit + 1))?["additionalProperties"] == ["type": "boolean"])
  }

  @Test func `deep content gets a schema that ends`() throws {
    let deep = (0..<400).reduce(JSONValue.null) { value, _ in ["a": value] }
    #expect(try Self.schema(deep) != nil)
  }
}
