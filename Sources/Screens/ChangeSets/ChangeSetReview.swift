/// A change set, and the effects of publishing it now.
package struct ChangeSetReview: Sendable {
  package let set: ChangeSet
  /// The effects and errors of a publication.
  package let plan: ChangeSetPlan
  package let conflicts: [ChangeSetConflict]
}

/// Whether to execute a write of a change set, given its present review; nil if there is no such set.
package typealias ChangeSetPrecondition = (ChangeSetReview?) -> Bool
