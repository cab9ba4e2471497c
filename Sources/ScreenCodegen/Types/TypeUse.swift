/// A type as a member refers to it. Each language has its own text for it.
indirect enum TypeUse: Equatable {
  case string, integer, double, bool, url, date, uuid
  /// Any JSON number, kept exactly in languages with a type for it.
  case number
  /// Any JSON value.
  case json
  /// Another item of the screen, inside this one.
  case item
  /// A type of the generated source, by the index of its declaration.
  case declared(Int)
  case array(TypeUse)
  case dictionary(TypeUse)
  case optional(TypeUse)

  /// The declaration that is stored inline in a value of this type; nil for arrays and dictionaries, which
  /// store their elements elsewhere.
  var inlineDeclaration: Int? {
    switch self {
    case .declared(let id): id
    case .optional(let wrapped): wrapped.inlineDeclaration
    default: nil
    }
  }

  /// The declaration that the type refers to.
  var declaration: Int? {
    switch self {
    case .declared(let id): id
    case .optional(let part), .array(let part), .dictionary(let part): part.declaration
    default: nil
    }
  }

  /// Whether values have other items inside them, in places of this type.
  var hasItems: Bool {
    switch self {
    case .item: true
    case .optional(let part), .array(let part), .dictionary(let part): part.hasItems
    default: false
    }
  }

  /// The nesting depth of arrays and dictionaries.
  var depth: Int {
    switch self {
    case .array(let part), .dictionary(let part): part.depth + 1
    case .optional(let part): part.depth
    default: 0
    }
  }
}
