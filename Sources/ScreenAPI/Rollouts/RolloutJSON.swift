import AdminModel
import Assignment
import JSONText
import Screens

// Rollouts as the API describes them.

extension RolloutSummary {
  init(_ rollout: Rollout) {
    let only = rollout.changeSet == nil ? rollout.screens.first : nil
    self.init(
      id: rollout.id, state: rollout.state.rawValue, screen: only?.route.name,
      changeSet: rollout.changeSet, step: rollout.share, steps: rollout.rule.steps,
      versions: only.map { Versions(old: $0.old, new: $0.new) },
      screens: rollout.screens.map {
        Screen(route: $0.route.name, versions: Versions(old: $0.old, new: $0.new))
      }, by: rollout.by, startedAt: Timestamp.text(rollout.startedAt),
      stepStartedAt: Timestamp.text(rollout.stepStartedAt), serial: rollout.serial)
  }
}

extension RolloutDetails {
  init(_ assessment: RolloutService.Assessment) {
    self.init(
      assessment.rollout, assessment.evidence, assessment.releases, waitsFor: assessment.judgement.waitsFor)
  }

  /// A rollout that has just started.
  init(started rollout: Rollout, now: Double) {
    let evidence = RolloutEvidence([], of: rollout.rule)
    self.init(
      rollout, evidence, RolloutReleases([], of: rollout.rule),
      waitsFor: RolloutJudgement(rollout, evidence, now: now).waitsFor)
  }

  private init(
    _ rollout: Rollout, _ evidence: RolloutEvidence, _ releases: RolloutReleases, waitsFor: [String]
  ) {
    self.init(
      summary: RolloutSummary(rollout), rule: rollout.rule.json,
      events: evidence.events.map { Event($0, rollout.rule, releases) }, evidence: evidence.logEvidence,
      limit: evidence.limit, networks: evidence.networkCount, settled: evidence.settledCount,
      waitsFor: waitsFor,
      decisions: rollout.decisions.map { decision in
        Decision(
          action: decision.action.rawValue, at: Timestamp.text(decision.at), by: decision.by,
          step: decision.step, reason: decision.reason, numbers: decision.evidence?.json)
      })
  }
}

extension RolloutDetails.Event {
  fileprivate init(_ event: RolloutEvidence.Event, _ rule: Guard, _ releases: RolloutReleases) {
    self.init(
      name: event.event.name, kind: event.event.kind.rawValue, weight: event.weight, new: event.newCount,
      old: event.oldCount,
      steps: zip(rule.steps, event.shown).map {
        RolloutDetails.Step(step: $0, new: $1.new, old: $1.old)
      }, evidence: event.logEvidence(for: rule),
      ratio: RolloutDetails.Ratio(event.ratio), networks: event.networkCount,
      releases: releases.shares(of: event.event).map {
        RolloutDetails.Release(
          release: "\($0.release)", new: $0.newCount, old: $0.oldCount, ratio: RolloutDetails.Ratio($0.ratio))
      })
  }
}

extension RolloutDetails.Ratio {
  init(_ ratio: RatioInterval) { self.init(low: ratio.low, high: ratio.high) }
}

extension RolloutPlacement {
  /// - Parameters:
  ///   - isNew: whether the request gets the new version.
  ///   - bucket: the bucket of the unit, if it decides.
  init(_ rollout: Rollout, at route: Route, isNew: Bool, _ reason: RolloutMembership) {
    let screen = rollout.screens.first { $0.route == route }
    self.init(
      id: rollout.id, side: isNew ? "new" : "old", reason: reason.name, step: rollout.share,
      bucket: reason.bucket,
      versions: RolloutSummary.Versions(old: screen?.old ?? 0, new: screen?.new ?? 0))
  }
}

/// Why a request gets one side of a rollout.
enum RolloutMembership {
  case bucket(Int)
  case noUnit, version, variant, forced

  var name: String {
    switch self {
    case .bucket: "bucket"
    case .noUnit: "no-unit"
    case .version: "version"
    case .variant: "variant"
    case .forced: "forced"
    }
  }

  var bucket: Int? { if case .bucket(let bucket) = self { bucket } else { nil } }
}
