/// The decisions of guards. Every node looks at the counts; the first one that stores a decision makes it.
extension RolloutService {
  /// What a guard thinks of a rollout now.
  package struct Assessment: Sendable {
    package let rollout: Rollout
    package let evidence: RolloutEvidence
    package let releases: RolloutReleases
    package let judgement: RolloutJudgement
  }

  /// Reads the counts of a rollout and judges it.
  /// - Throws: ``StoreError``.
  package func assessment(of rollout: Rollout, _ store: any ReportStore) throws(StoreError) -> Assessment {
    let now = publisher.now
    let counts = try store.counts(
      ofRollout: rollout.id, settledThrough: ReportSlot.last(before: now - rollout.rule.settle))
    let evidence = RolloutEvidence(counts, of: rollout.rule)
    let releases = RolloutReleases(try store.releaseCounts(ofRollout: rollout.id), of: rollout.rule)
    return Assessment(
      rollout: rollout, evidence: evidence, releases: releases,
      judgement: RolloutJudgement(rollout, evidence, releases, now: now))
  }

  /// The result of a look at a rollout.
  package struct Look: Sendable {
    package let rollout: Rollout
    /// The sentence of the decision, or why none could be made.
    package let text: String
    package let isFailure: Bool
  }

  /// Looks at all open rollouts, and carries out what their guards decide.
  /// - Returns: the decisions and failures.
  package func decide(_ store: any ReportStore) -> [Look] {
    open.compactMap { rollout in
      do throws(ScreensError) {
        let assessment: Assessment
        do throws(StoreError) {
          assessment = try self.assessment(of: rollout, store)
        } catch {
          throw .store(error)
        }
        guard try carryOut(assessment) else { return nil }
        return Look(rollout: rollout, text: assessment.judgement.reason, isFailure: false)
      } catch {
        return Look(rollout: rollout, text: "\(error)", isFailure: true)
      }
    }
  }

  /// How long after a slot has settled no report has it any more, in seconds.
  private static let mergeDelay = 60.0

  /// Merges the counts of open rollouts that have settled, in the store.
  /// - Throws: ``StoreError``.
  package func mergeSettledCounts(_ store: any ReportStore) throws(StoreError) {
    for rollout in open {
      let time = publisher.now - rollout.rule.settle - Self.mergeDelay
      try store.mergeCounts(ofRollout: rollout.id, through: ReportSlot.last(before: time))
    }
  }

  /// Carries out the verdict of a guard, unless somebody has changed the rollout since.
  /// - Returns: whether this call has changed it.
  package func carryOut(_ assessment: Assessment) throws(ScreensError) -> Bool {
    let action: RolloutDecision.Action
    switch assessment.judgement.verdict {
    case .wait: return false
    case .advance: action = .advance
    case .finish: action = .finish
    case .hold: action = .hold
    case .rollback: action = .rollback
    }
    let judged = assessment.rollout
    return try publisher.writing { (state) throws(ScreensError) in
      guard var rollout = state.rollouts.all[judged.id], rollout.serial == judged.serial else {
        return false
      }
      let decision = RolloutDecision(
        action, at: publisher.now, by: RolloutDecision.byGuard, step: rollout.share,
        reason: assessment.judgement.reason, evidence: assessment.evidence)
      _ = try self.carryOut(
        decision, on: &rollout, by: Author(name: RolloutDecision.byGuard), &state)
      return true
    }
  }
}
