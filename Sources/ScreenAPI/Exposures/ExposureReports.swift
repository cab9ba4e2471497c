import Assignment
import HTTPWire
import JSONText
import Screens

/// The ids of reported exposures that were counted, and the number of exposures that each network has sent.
final class ExposureReports: Sendable {
  /// The number of remembered ids. Older ones are forgotten; a repeated exposure then still counts once, because a
  /// unit counts once for each variant.
  static let rememberedIDs = 65_536
  /// The exposures that a network may send at once, and each second after that.
  let limits = NetworkAllowance(burst: 10_000, perSecond: 1_000)
  /// The age in seconds above which an exposure is ignored.
  static let maximumAge = 30.0 * 86_400

  /// Why an exposure is not counted.
  enum Refusal: String, CaseIterable {
    case unknownExperiment = "unknown-experiment"
    case unknownVariant = "unknown-variant"
    /// The experiment forces the variant for the unit, or is stopped.
    case notMeasured = "not-measured"
    case duplicate
    case tooOld = "too-old"
  }

  private let ids = BoundedCache<ExactString, Bool>(
    maximumBytes: rememberedIDs * ReportedExposure.maximumIDBytes, maximumCount: rememberedIDs)

  func isKnown(_ id: String) -> Bool { ids.value(ExactString(id)) != nil }

  func remember(_ id: String) { ids.keep(true, bytes: id.utf8.count, for: ExactString(id)) }
}

extension ScreenAPI {
  /// Stores reported exposures that count.
  /// - Returns: the number of those that count, and the others with the reason.
  func record(
    _ reported: [ReportedExposure]
  ) throws(ScreensError) -> (accepted: Int, ignored: [(id: String, ExposureReports.Refusal)]) {
    guard let exposures = serving.exposures else { throw .noExposures }
    let now = publisher.now
    // By key; nil for an unknown experiment.
    var known: [ExactString: (screen: PublishedScreen, experiment: ScreenExperiment)?] = [:]
    var counted: [Exposure] = []
    var ids: Set<ExactString> = []
    var ignored: [(id: String, ExposureReports.Refusal)] = []
    for one in reported {
      let key = ExactString(one.experiment)
      if known[key] == nil { known[key] = .some(publisher.experiments.withKey(ifKnown: one.experiment)) }
      let found = known[key] ?? nil
      if let refusal = refusal(of: one, found?.experiment, now: now) {
        ignored.append((one.id, refusal))
      } else if !ids.insert(ExactString(one.id)).inserted {
        ignored.append((one.id, .duplicate))
      } else if let screen = found?.screen {
        // A time in the future, from a device whose clock is ahead, counts as now.
        counted.append(
          Exposure(
            at: Int64(exactly: (min(one.time, now) * 1000).rounded(.down)) ?? 0, unit: one.unit,
            experiment: one.experiment, variant: one.variant, version: screen.version, route: screen.route))
      }
    }
    do throws(StoreError) {
      try exposures.record(counted)
    } catch {
      throw .store(error)
    }
    for id in ids { serving.exposureReports.remember(id.text) }
    return (counted.count, ignored)
  }

  private func refusal(
    of exposure: ReportedExposure, _ experiment: ScreenExperiment?, now: Double
  ) -> ExposureReports.Refusal? {
    if serving.exposureReports.isKnown(exposure.id) { return .duplicate }
    guard let experiment else { return .unknownExperiment }
    guard experiment.compiled.index(ofVariant: exposure.variant) != nil else { return .unknownVariant }
    if exposure.time < now - ExposureReports.maximumAge { return .tooOld }
    switch experiment.compiled.decide(unit: Array(exposure.unit.utf8).span).reason {
    case .forced, .stopped: return .notMeasured
    default: return nil
    }
  }
}
