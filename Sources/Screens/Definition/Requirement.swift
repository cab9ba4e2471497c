package import Assignment
package import JSONText

/// The condition on a request's attributes for showing an item or a section, in the language of experiment conditions.
package struct Requirement: Sendable, Equatable {
  package let condition: Condition
  /// The condition as in the definition.
  package var json: JSONValue { condition.source }

  package func holds(_ attributes: Attributes) -> Bool { condition.passes(attributes) }

  package static func == (one: Requirement, other: Requirement) -> Bool { one.json == other.json }
}
