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

/// The plan of an object.
struct ObjectPlan {
  struct Member {
    let name: String
    var planned: PlannedType
    let isRequired: Bool
    let documentation: Documentation
    /// Whether the value is stored indirectly, in a language whose values cannot contain themselves.
    var isBoxed = false
    /// The name in one language; empty until ``NameAssignment`` ran.
    var identifier = ""
    /// The name of the storage of a boxed value.
    var storage = ""
  }

  var members: [Member]
  /// The type of members that the schema does not name; nil when they are not kept.
  var additional: PlannedType?
  /// The name of the property for members that the schema does not name.
  var additionalIdentifier = ""
  /// The name of the property that records optional members that were null.
  var nullsIdentifier = ""
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

/// The plan of a choice of objects.
struct UnionPlan {
  enum Discriminator {
    /// The object has exactly one member; its name selects the case and its value is the associated value.
    case onlyMember
    /// The string value of this member selects the case.
    case tag(String)
    /// A member that only one alternative has selects the case.
    case member
  }

  struct Alternative {
    /// The value of the tag, or the name of the member.
    let key: String
    var planned: PlannedType
    let documentation: Documentation
    var identifier = ""
  }

  var discriminator: Discriminator
  var alternatives: [Alternative]
  /// Whether values are stored indirectly, in a language whose values cannot contain themselves.
  var isIndirect = false
}
