/// The audit: who has changed what.
package struct AuditService: Sendable {
  let publisher: Publisher

  /// Stores the audit entries of an unstored change, then makes the change.
  ///
  /// It runs as a writer, so the audit lists changes in the order in which they took effect.
  /// - Parameter plan: returns the change, given the present state of what it changes.
  package func perform<Outcome: Sendable>(
    by author: Author, _ plan: () throws(ScreensError) -> UnstoredChange<Outcome>
  ) throws(ScreensError) -> Outcome {
    try publisher.writing { (_) throws(ScreensError) in
      let change = try plan()
      var changes = StoreChanges()
      changes.audit = change.actions.map { publisher.entry($0.0, $0.subject, by: author) }
      if !changes.isEmpty {
        try publisher.save(changes, by: author)
      }
      return change.apply()
    }
  }

  /// The audit entries, newest first.
  /// - Parameters:
  ///   - before: returns only entries with a lower id; nil for all.
  ///   - limit: the maximum number of entries.
  package func entries(before: Int?, limit: Int) throws(ScreensError) -> [AuditEntry] {
    try publisher.stored { (store) throws(StoreError) in try store.audit(before: before, limit: limit) }
  }
}

extension Publisher {
  /// The audit.
  package var audit: AuditService { AuditService(publisher: self) }
}
