/// An experiment as an author defines it.
package struct Experiment: Sendable {
  package struct Variant: Sendable, Equatable {
    package var key: String
    /// Relative to the other variants' weights; 0 or more.
    package var weight: Double

    package init(key: String, weight: Double = 1) {
      self.key = key
      self.weight = weight
    }
  }

  package enum Status: String, Sendable, CaseIterable {
    case running
    /// No unit is assigned; all get the first variant.
    case stopped
  }

  /// A unit that gets a variant regardless of its hash.
  package struct ForcedUnit: Sendable, Equatable {
    package var unit: String
    package var variant: String

    package init(unit: String, variant: String) {
      self.unit = unit
      self.variant = variant
    }
  }

  /// The attribute that is hashed when the experiment names none.
  package static let defaultHashAttribute = "user"

  package var key: String
  package var variants: [Variant]
  /// The text that is hashed with the unit; empty means the key.
  package var seed = ""
  package var hashVersion = HashVersion.two
  package var hashAttribute = Experiment.defaultHashAttribute
  /// The share of units that take part, 0…1.
  package var coverage = 1.0
  package var namespace: Namespace?
  package var condition: Condition?
  package var force: [ForcedUnit] = []
  package var status = Status.running

  package init(key: String, variants: [Variant]) {
    self.key = key
    self.variants = variants
  }

  /// The seed, or the key if the seed is empty.
  package var effectiveSeed: String { seed.isEmpty ? key : seed }

  /// Whether key, seed and namespace are ASCII. GrowthBook's SDKs hash other texts to different numbers.
  package var isPortable: Bool { key.isASCII && effectiveSeed.isASCII && (namespace?.id.isASCII ?? true) }

  /// The range of each variant, in their order.
  package var ranges: [BucketRange] {
    bucketRanges(
      count: variants.count, coverage: coverage, weights: normalizedWeights(variants.map(\.weight)))
  }
}
