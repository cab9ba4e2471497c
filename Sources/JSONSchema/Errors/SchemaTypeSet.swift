import JSONText

/// A set of types.
struct SchemaTypeSet: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ type: SchemaType) {
    rawValue =
      switch type {
      case .null: 1
      case .boolean: 2
      case .integer: 4
      case .number: 8
      case .string: 16
      case .array: 32
      case .object: 64
      }
  }

  /// The types in the set, in the order of the specification.
  var types: [SchemaType] { SchemaType.allCases.filter { contains(SchemaTypeSet($0)) } }

  func allows(_ value: JSONValue) -> Bool {
    switch value {
    case .null: rawValue & 1 != 0
    case .bool: rawValue & 2 != 0
    // `1.0` is an integer too (validation §6.1.1).
    case .number(let number): rawValue & 8 != 0 || (rawValue & 4 != 0 && number.isInteger)
    case .string: rawValue & 16 != 0
    case .array: rawValue & 32 != 0
    case .object: rawValue & 64 != 0
    }
  }
}
