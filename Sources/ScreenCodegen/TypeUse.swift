/// A Swift type as a member uses it.
indirect enum TypeUse: Equatable {
  case string, integer, double, bool, url, date, uuid
  /// Any number, kept whole.
  case number
  /// Any JSON value, kept whole.
  case json
  /// A type of the generated source, by its place among the declarations.
  case declared(Int)
  case array(TypeUse)
  case dictionary(TypeUse)
  case optional(TypeUse)

  /// The declaration that a value of this type holds in itself: arrays and dictionaries hold it elsewhere.
  var held: Int? {
    switch self {
    case .declared(let id): id
    case .optional(let wrapped): wrapped.held
    default: nil
    }
  }

  /// The declarations named in the type.
  var named: Int? {
    switch self {
    case .declared(let id): id
    case .optional(let part), .array(let part), .dictionary(let part): part.named
    default: nil
    }
  }

  /// Arrays and dictionaries within each other.
  var depth: Int {
    switch self {
    case .array(let part), .dictionary(let part): part.depth + 1
    case .optional(let part): part.depth
    default: 0
    }
  }
}
