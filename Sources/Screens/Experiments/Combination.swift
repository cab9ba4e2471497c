/// One layout of a screen: the definition without variants, or with one variant of each of some experiments applied.
package struct Combination: Sendable {
  /// A variant of an experiment.
  package struct Choice: Sendable, Hashable {
    /// The experiment's key.
    package let experiment: String
    /// The variant's key.
    package let variant: String

    package init(experiment: String, variant: String) {
      self.experiment = experiment
      self.variant = variant
    }
  }

  /// The applied variants, in the order of the experiments; none for an experiment that the unit is not in. Empty for
  /// the definition without variants.
  package let choices: [Choice]
  package let layout: Layout

  package init(choices: [Choice], layout: Layout) {
    self.choices = choices
    self.layout = layout
  }

  /// The combination's name, such as `home-price-first=price-first, banner=on`; nil for the definition without
  /// variants.
  package var name: String? {
    choices.isEmpty ? nil : choices.map { "\($0.experiment)=\($0.variant)" }.joined(separator: ", ")
  }

  /// The name of the definition without variants in URLs.
  package static let defaultArm = "default"

  /// The combination's name in URLs, such as `home-price-first:price-first,banner:on`. A request for a variant
  /// names it in the same way.
  package var arm: String {
    choices.isEmpty
      ? Self.defaultArm : choices.map { "\($0.experiment):\($0.variant)" }.joined(separator: ",")
  }
}
