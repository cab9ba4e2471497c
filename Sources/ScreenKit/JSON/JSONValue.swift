/// Any JSON value (RFC 8259). Object members have no order.
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// A boolean.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The boolean; nil for any other value.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number; nil for any other value.
  public var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The string; nil for any other value.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of an array; nil for any other value.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object; nil for any other value.
  public var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  /// The member of that name; nil when the object has none, and for values that are not objects.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The element at that index; nil when the array has none, and for values that are not arrays.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

// JSONValue is not `ExpressibleByNilLiteral`: `condition ? value : nil` would become a JSON null instead of a
// missing value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Creates a number from a floating-point literal. An infinite literal becomes `null`, because JSON has no
  /// infinity.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object. When a name is repeated, the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
