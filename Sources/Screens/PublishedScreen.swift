/// A version of a screen, read and applied: all that is needed to serve it.
package final class PublishedScreen: Sendable {
  package let route: Route
  package let version: Int
  package let definition: Definition
  /// In the order of ``ArmSpace``.
  package let arms: [Arm]
  /// The variants that everybody gets who does not ask for another one, by the places of their experiments; none but of
  /// what a scenario has made of a screen.
  package let forced: [Int: Int]

  package init(
    route: Route, version: Int, definition: Definition, arms: [Arm], forced: [Int: Int] = [:]
  ) {
    self.forced = forced
    self.route = route
    self.version = version
    self.definition = definition
    self.arms = arms
  }

  /// Whether an item names an asset, so that what is sent depends on where the server is.
  package var namesAssets: Bool {
    arms.contains { arm in
      arm.layout.items.contains { item in item.chain.contains { AssetReference.isNamed(in: $0.content) } }
    }
  }

  /// What an arm is called: by the variant's key on a screen with one experiment, else by all that it is made of; nil
  /// for the definition as it is.
  func name(of arm: Arm) -> String? {
    definition.onlyExperiment == nil ? arm.name : arm.choices.first?.variant
  }
}
