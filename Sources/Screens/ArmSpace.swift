/// The arms of a screen by the variants of its experiments: for each experiment none, or one of its variants, and
/// every combination of them.
///
/// The definition as it is comes first. The last experiment's variants change fastest, each after none: of a single
/// experiment the variants follow in their order.
package struct ArmSpace: Sendable {
  /// Combinations of variants, one of each experiment: each is rendered in every format.
  package static let maximumCombinations = 64

  /// For each experiment by how much the place of an arm grows from one variant to the next.
  private let strides: [Int]

  package init(_ experiments: [ScreenExperiment]) {
    var strides: [Int] = []
    var stride = 1
    for experiment in experiments.reversed() {
      strides.append(stride)
      stride *= experiment.variants.count + 1
    }
    self.strides = strides.reversed()
  }

  /// By how much a variant of an experiment moves the place of an arm.
  /// - Parameters:
  ///   - variant: its place among the variants; nil for a unit that is not in the experiment.
  ///   - experiment: the experiment's place among those of the screen.
  package func step(variant: Int?, ofExperiment experiment: Int) -> Int {
    guard let variant, strides.indices.contains(experiment) else { return 0 }
    return (variant + 1) * strides[experiment]
  }

  /// How many combinations there are; nil when they are more than ``maximumCombinations``.
  static func combinations(of experiments: [ScreenExperiment]) -> Int? {
    var product = 1
    for experiment in experiments {
      product *= experiment.variants.count
      guard product <= maximumCombinations else { return nil }
    }
    return product
  }
}
