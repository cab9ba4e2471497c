/// One of the layouts in which a screen is served: the definition as it is, or as variants of its experiments make it.
package struct Arm: Sendable {
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

  /// What the arm is made of, in the order of the experiments. An experiment that a unit is not in has no part in it;
  /// none has in the definition as it is.
  package let choices: [Choice]
  package let layout: Layout

  package init(choices: [Choice], layout: Layout) {
    self.choices = choices
    self.layout = layout
  }

  /// `home-price-first=price-first, banner=on`; nil for the definition as it is.
  package var name: String? {
    choices.isEmpty ? nil : choices.map { "\($0.experiment)=\($0.variant)" }.joined(separator: ", ")
  }
}
