package import JSONText

/// What the comparison of two versions of a schema came to, in one direction.
package struct CompatibilityReport: Sendable, Equatable {
  package let direction: CompatibilityDirection
  package let verdict: CompatibilityVerdict
  /// Breaking ones first; empty when compatible, otherwise at least one.
  package let reasons: [CompatibilityReason]
  /// Whether the limit on reasons was reached, so that there may be more.
  package let mayHaveMore: Bool

  package var isCompatible: Bool { verdict == .compatible }
}

/// One difference between two versions of a schema, and what it does.
package struct CompatibilityReason: Sendable, Equatable {
  /// ``CompatibilityVerdict/breaking``, or ``CompatibilityVerdict/undecidable``.
  package let verdict: CompatibilityVerdict
  package let code: Code
  /// What has changed, in a sentence without full stop.
  package let message: String
  /// What to do about it, where that can be said.
  package let hint: String?
  /// The part of the content that it is about: names of members and `[]` for elements; empty for the whole.
  package let path: String
  package let old: Location
  package let new: Location
  /// For screens a document that was valid and is not any more; for apps one that is valid and that an app
  /// built on the old schema can't decode. Absent when there is none at hand, or only a very large one.
  package let example: JSONValue?

  /// A place in a schema.
  package struct Location: Sendable, Equatable {
    package let place: SchemaPlace
    /// Where that is in the document's text, when it was read from text.
    package let position: SourcePosition?
  }

  /// The closed list of what can be different.
  package enum Code: String, Sendable, CaseIterable {
    /// Values of another type.
    case type
    /// Values of `enum` or `const`.
    case values
    /// Bounds of numbers, `multipleOf`.
    case bounds
    /// Lengths and counts.
    case size
    case pattern
    case format
    /// A member that is required on one side alone.
    case required
    /// A member that may not be there any more.
    case removedMember = "removed-member"
    /// Members that the schema does not name.
    case otherMembers = "other-members"
    /// The names of members.
    case memberNames = "member-names"
    /// Elements beyond the known ones.
    case otherElements = "other-elements"
    /// Elements that are equal, or that must be among the others.
    case elements
    /// `anyOf`, `oneOf`.
    case alternatives
    /// `not`, and `false`.
    case excluded
    /// Anything else.
    case other
    /// The comparison came to no end within its limits.
    case tooCostly = "too-costly"
  }
}
