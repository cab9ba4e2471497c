import JSONText

/// A set of kinds of values. Whole numbers and other numbers are different kinds, so that each value has one kind.
struct KindSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let null = KindSet(rawValue: 1 << 0)
  static let boolean = KindSet(rawValue: 1 << 1)
  static let integer = KindSet(rawValue: 1 << 2)
  static let fraction = KindSet(rawValue: 1 << 3)
  static let string = KindSet(rawValue: 1 << 4)
  static let array = KindSet(rawValue: 1 << 5)
  static let object = KindSet(rawValue: 1 << 6)

  static let number: KindSet = [.integer, .fraction]
  static let all = KindSet(rawValue: 0x7F)
  static let none: KindSet = []

  /// The single kinds, simple ones first: an example has the first possible kind.
  static let singles: [KindSet] = [.string, .integer, .null, .boolean, .fraction, .array, .object]

  /// The kinds of a name in `type` (validation §6.1.1); empty for an unknown name.
  init(typeName: String) {
    switch typeName {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    default: self = .none
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kind of a value; `1.0` is whole (core §4.2.3).
  init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number(let number): self = number.isInteger ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  var inverted: KindSet { KindSet.all.subtracting(self) }

  /// The kinds with their articles, for messages.
  var phrases: [String] {
    var phrases: [String] = []
    if contains(.string) { phrases.append("a string") }
    if contains(.number) {
      phrases.append("a number")
    } else if contains(.integer) {
      phrases.append("a whole number")
    } else if contains(.fraction) {
      phrases.append("a number with a fraction")
    }
    if contains(.boolean) { phrases.append("a boolean") }
    if contains(.array) { phrases.append("an array") }
    if contains(.object) { phrases.append("an object") }
    if contains(.null) { phrases.append("null") }
    return phrases
  }
}
