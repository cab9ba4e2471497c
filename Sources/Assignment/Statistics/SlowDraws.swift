/// A test for slower screens: the evidence that more units wait longer than a threshold, averaged over several
/// thresholds.
///
/// It compares quantiles without an assumption about the distribution of the durations (Howard and Ramdas,
/// arXiv 1906.09712). A unit is slow at a threshold if its first reported draw took strictly longer.
package struct SlowDraws: Sendable, Equatable {
  /// The thresholds in seconds.
  package static let thresholds: [Double] = [0.1, 0.25, 0.5, 1, 2, 5]

  private let mixture: Mixture

  /// - Parameters:
  ///   - slow: the units that were slow, one element for each of ``thresholds``. A missing element counts as no units.
  ///   - ratio: the tolerated ratio of the new frequency to the old one, from 1 to 100.
  package init(_ slow: [EventShares], tolerating ratio: Double) {
    let weight = 1 / Double(Self.thresholds.count)
    mixture = Mixture(
      Self.thresholds.indices.map { place in
        let shares = slow.indices.contains(place) ? slow[place] : EventShares([])
        return (weight, shares.logEvidence(of: .bad, tolerating: ratio))
      })
  }

  /// The natural logarithm of the evidence that the new side is slower than tolerated.
  package var logEvidence: Double { mixture.logEvidence }

  /// The threshold in seconds with the largest evidence, the smallest one in a tie.
  package var worstThreshold: Double? { mixture.cause.map { Self.thresholds[$0] } }
}
