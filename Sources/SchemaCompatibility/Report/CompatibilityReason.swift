package import JSONText

/// A difference between two versions of a schema, and its effect.
package struct CompatibilityReason: Sendable, Equatable {
  /// ``CompatibilityVerdict/breaking``, or ``CompatibilityVerdict/undecidable``.
  package let verdict: CompatibilityVerdict
  package let code: Code
  /// The description of the change, without a full stop.
  package let message: String
  /// A hint at the solution, if there is one.
  package let hint: String?
  /// The part of the content: names of members and `[]` for elements; empty for the whole.
  package let path: String
  package let old: Location
  package let new: Location
  /// For screens, a document that is no longer valid. For apps, a valid document that an app built on the old schema
  /// cannot decode. Nil when none was found, or only a very large one.
  package let example: JSONValue?

  /// A place in a schema.
  package struct Location: Sendable, Equatable {
    /// The URI of the document.
    package let document: String
    package let pointer: JSONPointer
    /// The position in the document's source text, if it is known.
    package let position: SourcePosition?
  }

  /// The kind of difference.
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
    /// A member that only one side requires.
    case required
    /// A member that is no longer allowed.
    case removedMember = "removed-member"
    /// Members that the schema does not name.
    case otherMembers = "other-members"
    /// The names of members.
    case memberNames = "member-names"
    /// Elements beyond the known ones.
    case otherElements = "other-elements"
    /// `uniqueItems` and `contains`.
    case elements
    /// `anyOf`, `oneOf`.
    case alternatives
    /// `not`, and `false`.
    case excluded
    /// Anything else.
    case other
    /// The comparison exceeded its limits.
    case tooCostly = "too-costly"
  }
}
