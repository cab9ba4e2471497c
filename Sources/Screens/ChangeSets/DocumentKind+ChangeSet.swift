import JSONText

extension DocumentKind {
  /// A change set, without its changes.
  package static let changeSet = DocumentKind(
    "changeSet", noun: "change set",
    Contents(
      // A view of the server has no change sets of its own.
      all: { _ in [:] }, document: { _, _ in nil },
      read: { name, json, state in
        guard var set = ChangeSet(name: name, json) else {
          throw UnreadableDocument("it has no author or time")
        }
        set.changes = state.changeSets[name]?.changes ?? [:]
        state.changeSets[name] = set
      },
      remove: { $1.changeSets[$0] = nil }))

  /// A change of a change set, by the name of the set and the path of its subject.
  package static let proposedChange = DocumentKind(
    "proposedChange", noun: "change",
    Contents(
      all: { _ in [:] }, document: { _, _ in nil },
      read: { name, json, state in
        guard let (set, subject) = ChangeSet.parse(documentName: name) else {
          throw UnreadableDocument("its name is not valid")
        }
        guard let change = ProposedChange(json) else {
          // Without this change, the set would be published in part.
          state.changeSets[set] = nil
          throw UnreadableDocument("it has no valid content; its change set is left out")
        }
        state.changeSets[set]?.changes[subject] = change
      },
      remove: { name, state in
        guard let (set, subject) = ChangeSet.parse(documentName: name) else { return }
        state.changeSets[set]?.changes[subject] = nil
      }))
}
