package import Assignment
package import JSONText

/// What a request's attributes must be for an item or a section to be shown: a condition in the language of
/// experiments.
package struct Requirement: Sendable, Equatable {
  package let condition: Condition
  /// The condition as it was written.
  package var json: JSONValue { condition.source }

  package func holds(_ attributes: Attributes) -> Bool { condition.passes(attributes) }

  package static func == (one: Requirement, other: Requirement) -> Bool { one.json == other.json }
}
