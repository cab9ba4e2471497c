/// A type of the generated source.
struct Declaration {
  enum Kind {
    case pending
    case object(ObjectPlan)
    case choice(ChoicePlan)
    case union(UnionPlan)
    /// A content that is not an object.
    case single(PlannedType)
  }

  /// The text from which the name is made.
  let hint: String
  /// The declaration of the view type whose file contains this one.
  let root: Int
  /// The enclosing declaration; nil for a view type.
  var parent: Int?
  let documentation: Documentation
  var kind = Kind.pending
  /// Whether types other than the enclosing one use it.
  var isShared = false
  /// The name in one language; empty until ``NameAssignment`` ran.
  var name = ""

  /// Whether a value has places for other items.
  var hasItems: Bool {
    switch kind {
    case .object(let object):
      (object.members.map(\.planned) + [object.additional].compactMap(\.self)).contains { $0.type.hasItems }
    case .union(let union): union.alternatives.contains { $0.planned.type.hasItems }
    case .single(let planned): planned.type.hasItems
    case .pending, .choice: false
    }
  }
}

/// The texts of a schema that become documentation.
struct Documentation {
  var title: String?
  var description: String?
  var notes: [String] = []
}

/// The type of a schema.
struct PlannedType {
  var type: TypeUse
  /// Whether null is valid although `type` cannot hold it.
  var isNullable = false
  /// A remark on what the type does not express.
  var note: String?

  /// Whether the type can hold null, as nil or within a JSON value.
  var acceptsNull: Bool { isNullable || type == .json }

  /// The type that can hold every valid value.
  var fullType: TypeUse { isNullable && type != .json ? .optional(type) : type }
}

/// The plan of a choice of strings.
struct ChoicePlan {
  struct Option {
    let value: String
    let documentation: Documentation
    var identifier = ""
  }
  var options: [Option]
}
