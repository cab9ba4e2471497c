/// The numbering of a screen's combinations. Each experiment contributes no variant or one of its variants.
///
/// The definition without variants is number 0. The last experiment changes fastest. A single experiment's variants
/// have the numbers 1, 2, 3 …
package struct CombinationSpace: Sendable {
  /// The maximum number of combinations with a variant of every experiment. Each is rendered in every format.
  package static let maximumCombinations = 64

  /// For each experiment, the difference between the numbers of one variant and the next.
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

  /// What a variant adds to the number of its combination.
  /// - Parameters:
  ///   - variant: the index of the variant; nil for a unit that is not in the experiment.
  ///   - experiment: the index of the experiment.
  package func step(variant: Int?, ofExperiment experiment: Int) -> Int {
    guard let variant, strides.indices.contains(experiment) else { return 0 }
    return (variant + 1) * strides[experiment]
  }

  /// The number of combinations with a variant of every experiment; nil if there are more than ``maximumCombinations``.
  static func combinations(of experiments: [ScreenExperiment]) -> Int? {
    var product = 1
    for experiment in experiments {
      product *= experiment.variants.count
      guard product <= maximumCombinations else { return nil }
    }
    return product
  }
}
