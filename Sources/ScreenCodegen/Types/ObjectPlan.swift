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

    /// Whether the value is an item that can be missing.
    var isOptionalItem: Bool { !isRequired && planned.fullType == .item }
  }

  var members: [Member]
  /// The type of members that the schema does not name; nil when they are not kept.
  var additional: PlannedType?
  /// The name of the property for members that the schema does not name.
  var additionalIdentifier = ""
  /// The name of the property that records optional members that were null.
  var nullsIdentifier = ""
}
