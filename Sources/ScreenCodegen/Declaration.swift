/// A type of the generated source.
struct Declaration {
  enum Kind {
    case pending
    case object(ObjectPlan)
    case choice(ChoicePlan)
    case union(UnionPlan)
    /// A content that is no object.
    case single(PlannedType)
  }

  /// What the name is made of.
  let hint: String
  /// The view type in whose file it stands.
  let root: Int
  /// The declaration that it is nested in; nil for a view type's own.
  var parent: Int?
  let documentation: Documentation
  var kind = Kind.pending
  /// A type in another than its parent names it.
  var isShared = false
  /// The name in Swift, once names are given.
  var name = ""
}

/// What a schema says about itself.
struct Documentation {
  var title: String?
  var description: String?
  var notes: [String] = []
}

/// The type that a schema becomes.
struct PlannedType {
  var type: TypeUse
  /// Null is valid, too, and the type alone does not hold it.
  var isNullable = false
  /// What the type does not say.
  var note: String?

  /// Null is among the values: as an optional's nil or within a JSON value.
  var acceptsNull: Bool { isNullable || type == .json }

  /// The type that holds every valid value.
  var whole: TypeUse { isNullable && type != .json ? .optional(type) : type }
}

/// A struct.
struct ObjectPlan {
  struct Member {
    let name: String
    var planned: PlannedType
    let isRequired: Bool
    let documentation: Documentation
    /// The value is held elsewhere, as a struct can't hold itself.
    var isBoxed = false
    /// The name in Swift, once names are given.
    var identifier = ""
    /// The name in Swift of what holds a boxed value.
    var storage = ""
  }

  var members: [Member]
  /// What members that the schema does not name hold; nil when they are not kept.
  var additional: PlannedType?
  /// The name in Swift of those.
  var additionalIdentifier = ""
  /// The name in Swift of the members that are null and could be left out.
  var nullsIdentifier = ""
}

/// An enum of strings.
struct ChoicePlan {
  struct Option {
    let value: String
    let documentation: Documentation
    var identifier = ""
  }
  var options: [Option]
}

/// An enum with associated values.
struct UnionPlan {
  enum Discriminator {
    /// The one member that there is names the case, and its value is what the case holds.
    case onlyMember
    /// The string of this member names the case.
    case tag(String)
    /// The member that only this case has names it.
    case member
  }

  struct Alternative {
    /// The value of the tag or the name of the member.
    let key: String
    var planned: PlannedType
    let documentation: Documentation
    var identifier = ""
  }

  var discriminator: Discriminator
  var alternatives: [Alternative]
  var isIndirect = false
}
