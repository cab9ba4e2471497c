/// A change of something that is not stored, such as the rules of the mock.
package struct UnstoredChange<Outcome: Sendable> {
  /// The audit entries to store, one for each subject; empty if nothing changes.
  package let actions: [(AuditEntry.Action, subject: String)]
  /// Makes the change.
  package let apply: () -> Outcome

  package init(_ actions: [(AuditEntry.Action, subject: String)], apply: @escaping () -> Outcome) {
    self.actions = actions
    self.apply = apply
  }
}
