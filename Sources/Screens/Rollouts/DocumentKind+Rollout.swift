import JSONText

extension DocumentKind {
  /// A version on its way to everybody.
  package static let rollout = DocumentKind(
    "rollout", noun: "rollout",
    Contents(
      all: { $0.rollouts.all.mapValues(\.json) },
      document: { $0.rollouts.all[$1]?.json },
      read: { name, json, state in
        guard let rollout = Rollout(id: name, json) else {
          state.rollouts.setUnreadable(name)
          throw UnreadableDocument("it is not a rollout")
        }
        state.rollouts.set(rollout, readingWith: state.catalogue)
      },
      remove: { $1.rollouts.remove($0) }))
}
