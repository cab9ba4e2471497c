/// A JSON value (RFC 8259 §3) that keeps the order of members, the text of numbers and every character of strings.
///
/// `==` compares all of these. ``isEquivalent(to:)`` is the equality of JSON Schema, for which `1` equals `1.0` and
/// the order of members does not matter.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The kind of the value, in the terms of JSON Schema's `type`.
  package var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  package var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var boolValue: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  package var numberValue: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of the member with this name; nil when there is none or this is not an object.
  package subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// Takes the elements out of an array, which leaves null: they then have one owner, and a change does not copy them.
  @inline(never)
  package mutating func takeElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  /// Takes the members out of an object, which leaves null.
  @inline(never)
  package mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  package static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a.text == b.text
    case (.string(let a), .string(let b)): a.hasSameScalars(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Whether both are equal by JSON Schema 2020-12 core §4.2.2: numbers by their mathematical value, objects
  /// regardless of the order of members.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)):
      return a.isEqual(to: b)
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.allSatisfy { member in
          b[member.name].map { member.value.isEquivalent(to: $0) } ?? false
        }
    default:
      return self == other
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object with its members in the order of the literal. A repeated name gets its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}
