import JSONSchema
import JSONText
import Testing

/// Values that are found by hash.
@Suite struct ValueSetTests {
  private static func number(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test func `values are the same as JSON Schema says`() throws {
    let set = ValueSet(try ["1.0", "-0.0", "1e400", "[1,2]", #"{"a":1,"b":[]}"#, #""x""#].map(Self.number))
    for same in ["1", "10e-1", "0", "10e399", "[1.0,2]", #"{"b":[],"a":1.0}"#, #""x""#] {
      #expect(set.contains(try Self.number(same)), "\(same)")
    }
    for other in ["1.0000000000000000001", "-1", "1e401", "[2,1]", #"{"a":1}"#, #""y""#, "null"] {
      #expect(!set.contains(try Self.number(other)), "\(other)")
    }
  }

  /// All these numbers have the same nearest double. Compared with each other, they take more steps than a validation
  /// has.
  @Test func `different numbers of the same nearest double are told apart by their hashes`() throws {
    let numbers = (0..<4_000).map { "1.00000000000000000000\(1_000_000 + $0)" }
    let array = try Self.number("[\(numbers.joined(separator: ","))]")
    let schema = try SchemaCompiler.compile(["uniqueItems": true])
    #expect(schema.report(on: array).errors.map(\.message) == [])
  }

  @Test(.bug(id: "F46")) func `a value of a large enumeration is found whatever its kind`() throws {
    let values = try (0..<20_000).map { try Self.number("\($0).5") } + [.null, .bool(true), .array([1])]
    let schema = try SchemaCompiler.compile(["items": ["enum": .array(values)]])
    #expect(schema.report(on: .array(values)).errors.map(\.message) == [])
    #expect(!schema.isValid(.array([.bool(false)])))
  }
}
