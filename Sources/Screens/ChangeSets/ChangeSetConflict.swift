import JSONText

/// A subject that was changed outside of a change set after the set first changed it.
package struct ChangeSetConflict: Sendable {
  package let subject: ChangeSubject
  /// The version of a screen that the set's change is based on; 0 if there was none, and for documents.
  package let base: Int
  /// The newest version of a screen; 0 if there is none, and for documents.
  package let current: Int
  /// The difference from the base to the set.
  package let ours: DefinitionDifference
  /// The difference from the base to the published content.
  package let theirs: DefinitionDifference
  /// The ids of items, and the pointers of other members, that both sides changed in different ways. Empty if
  /// ``ChangeSetService/rebase(_:resolving:by:dryRun:precondition:)`` can merge the changes.
  package let places: [String]
}

extension PublishedState {
  /// The published content of a subject, and the newest version of a screen (0 for documents).
  func published(_ subject: ChangeSubject) -> (content: JSONValue?, version: Int) {
    switch subject {
    case .screen(let route): (readableCurrent(route)?.definition.stored, self[route]?.version ?? 0)
    case .document(let kind, let name): (document(kind, name), 0)
    case .draft: (nil, 0)
    }
  }

  /// The conflicts of a set with what is published now, sorted by subject.
  func conflicts(of set: ChangeSet) -> [ChangeSetConflict] {
    var known: Catalogue?
    return set.publishableChanges.compactMap { subject, change in
      let (theirs, version) = published(subject)
      let (base, ours) = (change.baseValue, change.contentValue)
      guard theirs != base, theirs != ours else { return nil }
      let catalogue = known ?? catalogue(with: set)
      known = catalogue
      let merge = DefinitionMerge(base: base, ours: ours, theirs: theirs, of: subject, in: catalogue)
      let old = base ?? .object([:])
      let before = ItemList(old, catalogue)
      func difference(to new: JSONValue?) -> DefinitionDifference {
        let new = new ?? .object([:])
        return DefinitionDifference(from: old, before, to: new, ItemList(new, catalogue))
      }
      return ChangeSetConflict(
        subject: subject, base: change.baseVersion, current: version, ours: difference(to: ours),
        theirs: difference(to: theirs),
        places: merge.conflicts)
    }
  }
}

extension PublishedState {
  /// The catalogue after the publication of a set.
  func catalogue(with set: ChangeSet) -> Catalogue {
    var changes = StoreChanges()
    for (subject, change) in set.changes {
      guard case .document(let kind, let name) = subject else { continue }
      changes.documents[kind][name] = .some(change.contentValue)
    }
    guard !changes.documents.isEmpty else { return catalogue }
    var state = self
    _ = state.takeDocuments(of: changes)
    return state.catalogue
  }
}

extension ChangeSubject {
  var isScreen: Bool { if case .screen = self { true } else { false } }
}
