import JSONText

/// A validated and numbered version of a screen, parsed and with its variants applied. State: published screen.
package final class PublishedScreen: Sendable {
  package let route: Route
  package let version: Int
  package let definition: Definition
  /// The combinations of variants, in the order of ``CombinationSpace``.
  package let combinations: [Combination]
  /// The variants that a scenario forces for all units, as indices: experiment to variant. A request can still name
  /// another variant.
  package let forced: [Int: Int]
  /// The language that its texts are in; nil if its requests have no language.
  package let language: LanguageTag?

  package init(
    route: Route, version: Int, definition: Definition, combinations: [Combination], forced: [Int: Int] = [:],
    language: LanguageTag? = nil
  ) {
    self.forced = forced
    self.language = language
    self.route = route
    self.version = version
    self.definition = definition
    self.combinations = combinations
  }

  /// Whether an item refers to an asset, so the rendition depends on the server's address.
  package var refersToAssets: Bool {
    combinations.contains { combination in
      let layout = combination.layout
      return layout.items.contains { item in
        item.chain.contains { AssetReference.isNamed(in: $0.content) }
      }
        || ([layout.values] + layout.sections.map(\.values)).contains { values in
          values.map { AssetReference.isNamed(in: .object($0)) } ?? false
        }
    }
  }

  /// The name of a combination: the variant's key if the screen has one experiment, else all choices; nil for the
  /// definition without variants.
  package func name(of combination: Combination) -> String? {
    definition.onlyExperiment == nil ? combination.name : combination.choices.first?.variant
  }
}
