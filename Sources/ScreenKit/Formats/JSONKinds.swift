/// A set of the six kinds of JSON values.
struct JSONKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = JSONKinds(rawValue: 1)
  static let bool = JSONKinds(rawValue: 2)
  static let number = JSONKinds(rawValue: 4)
  static let string = JSONKinds(rawValue: 8)
  static let array = JSONKinds(rawValue: 16)
  static let object = JSONKinds(rawValue: 32)
  static let any: JSONKinds = [.null, .bool, .number, .string, .array, .object]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kind of the value of a decoder.
  init(of decoder: any Decoder) {
    if (try? decoder.container(keyedBy: MemberName.self)) != nil {
      self = .object
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array
    } else if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() {
        self = .null
      } else if (try? value.decode(String.self)) != nil {
        self = .string
      } else {
        self = (try? value.decode(Bool.self)) == nil ? .number : .bool
      }
    } else {
      self = []
    }
  }
}
