import Assignment
import JSONText

/// The name of a variant in a request: its key, or `EXPERIMENT:KEY`.
package struct VariantName: Sendable, Equatable {
  package let experiment: String?
  package let variant: String

  package init(_ text: some StringProtocol) {
    // Keys of experiments and variants have no colon.
    if let colon = text.firstIndex(of: ":") {
      experiment = String(text[..<colon])
      variant = String(text[text.index(after: colon)...])
    } else {
      experiment = nil
      variant = String(text)
    }
  }

  /// Parses names that are separated by commas.
  package static func list(_ text: String) -> [VariantName] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { VariantName($0) }
  }

  package var text: String { (experiment.map { $0 + ":" } ?? "") + variant }

  /// The indices of the experiment and the variant.
  /// - Throws: ``ScreensError/unknownVariant(_:hint:)``, ``ScreensError/ambiguousVariant(_:experiments:)``.
  package func indices(
    in experiments: [ScreenExperiment]
  ) throws(ScreensError) -> (experiment: Int, variant: Int) {
    var found: [(experiment: Int, variant: Int)] = []
    for (number, candidate) in experiments.enumerated() {
      if let experiment, !candidate.key.hasSameScalars(as: experiment) { continue }
      if let index = candidate.compiled.index(ofVariant: variant) { found.append((number, index)) }
    }
    if found.count > 1 {
      throw .ambiguousVariant(variant, experiments: found.map { experiments[$0.experiment].key })
    }
    guard let indices = found.first else {
      let known = experiments.flatMap { candidate in
        candidate.variants.map { experiment == nil ? $0.key : "\(candidate.key):\($0.key)" }
      }
      throw .unknownVariant(text, hint: NearestName.hint(for: text, among: known))
    }
    return indices
  }
}
