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
