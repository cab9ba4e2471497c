/// Any JSON value, kept whole (RFC 8259). The order of an object's members, which means nothing in JSON, is not kept.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// The value of a boolean; nil for anything else.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value of a number; nil for anything else.
  public var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The value of a string; nil for anything else.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of an array; nil for anything else.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object; nil for anything else.
  public var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  /// The member of an object; nil when there is none, and for what is no object.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The element of an array; nil when there is none, and for what is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

// No nil literal: `condition ? value : nil` would be a null where a missing value is meant.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// An infinite literal is `null`, as JSON cannot say it.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Of a repeated name the last value stands.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
