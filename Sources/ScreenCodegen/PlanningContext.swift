import JSONText

/// Where a schema that is being planned stands.
struct PlanningContext {
  /// The place of the schema, by which its type is known again.
  var origin: SchemaLibrary.Place
  /// The declaration that uses it.
  var parent: Int
  /// What a type made of it would be named after.
  var hint: String
  /// Steps from the declaration.
  var depth = 0
  /// References that led here without a declaration between: one that comes again has no end.
  var inlined: Set<ExactString> = []
  /// The schema was reached by a reference.
  var isReferred = false

  /// Arrays, dictionaries and references within each other without a declaration between.
  static let maximumDepth = 16

  /// Types nested in each other; deeper ones stand in the view type, so that lines have room.
  static let maximumNesting = 5

  /// The context of a part.
  func appending(_ tokens: String..., hint: String) -> PlanningContext {
    var part = self
    part.origin = SchemaLibrary.Place(
      document: origin.document, pointer: JSONPointer(tokens: origin.pointer.tokens + tokens))
    part.hint = hint
    part.depth += 1
    return part
  }

  /// The context of what a reference leads to.
  func following(_ key: String, to place: SchemaLibrary.Place) -> PlanningContext {
    var target = self
    target.origin = place
    target.depth += 1
    target.inlined.insert(ExactString(key))
    return target
  }
}

extension PlannedType {
  /// A value that is kept as JSON, and why.
  static func json(_ reason: String?) -> PlannedType {
    PlannedType(type: .json, note: reason.map { "Kept as JSON: \($0)." })
  }
}
