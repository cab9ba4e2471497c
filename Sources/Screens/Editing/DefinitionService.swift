package import JSONText

/// A merge of two changes of a definition that need not be stored.
package struct MergedDefinition: Sendable {
  /// Nil while a conflict is not decided.
  package let merged: JSONValue?
  /// What has changed: ids of items and pointers of other members.
  package let changes: [(place: String, effect: DefinitionMerge.Effect)]
  package let ours: DefinitionComparison
  package let theirs: DefinitionComparison
}

/// Comparing and merging definitions, which need not be stored.
package struct DefinitionService: Sendable {
  let publisher: Publisher

  /// Compares two definitions, which need not be stored.
  package func comparison(from old: JSONValue, to new: JSONValue) -> DefinitionComparison {
    DefinitionComparison(from: old, to: new, in: publisher.state.catalogue)
  }

  /// Merges two changes of a screen's definition.
  /// - Parameter choices: the side to take, by place.
  package func merge(
    base: JSONValue, ours: JSONValue, theirs: JSONValue, at route: Route,
    choices: [ExactString: DefinitionMerge.Side]
  ) -> MergedDefinition {
    let merge = DefinitionMerge(
      base: base, ours: ours, theirs: theirs, at: route, choices: choices, in: publisher.state.catalogue)
    return MergedDefinition(
      merged: merge.merged, changes: merge.changes, ours: comparison(from: base, to: ours),
      theirs: comparison(from: base, to: theirs))
  }
}

extension Publisher {
  /// Definitions that need not be stored.
  package var definitions: DefinitionService { DefinitionService(publisher: self) }
}
