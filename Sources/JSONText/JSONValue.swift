/// A JSON value (RFC 8259 §3) that keeps what the text said: the order of members, the text of numbers and
/// every character of strings.
///
/// `==` asks for the same document: the same members in the same order, the same number text, the same
/// Unicode scalars. What JSON Schema calls equal (`1` and `1.0`, members in any order) is
/// ``isEquivalent(to:)``.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The kind of a value, named as JSON Schema's `type` names it.
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

  /// The member of that name, if this is an object that has it.
  package subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
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

  /// Whether both are the same JSON value in the sense of JSON Schema 2020-12 core §4.2.2: numbers by their
  /// mathematical value, objects without regard to the order of members.
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

  /// Members in the order written; of a repeated name the last value stands.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}
