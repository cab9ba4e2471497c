import AdminModel
import Screens

// Change sets as the API describes them.

extension ChangeSetSummary {
  init(_ set: ChangeSet) {
    self.init(
      name: set.name, path: ChangeSetViews.path(of: set.name), message: set.message, by: set.by,
      createdAt: Timestamp.text(set.createdAt), baseRevision: set.baseRevision,
      expiresAt: set.expiresAt.map { Timestamp.text($0) }, state: set.isOpen ? "open" : "published",
      schedule: set.schedule.map { Schedule($0) },
      publishedAt: set.publication.map { Timestamp.text($0.at) }, publishedBy: set.publication.map(\.by),
      changes: set.publishableChanges.map(\.subject.path), drafts: set.drafts.map(\.name))
  }
}

extension ChangeSetDetails {
  init(_ review: ChangeSetReview) {
    let (set, plan) = (review.set, review.plan)
    self.init(
      summary: ChangeSetSummary(set), serial: set.serial, screens: plan.screens.map { Screen($0) },
      documents: plan.documents.map { Document($0) },
      conflicts: set.isOpen ? review.conflicts.map { ChangeSetClash($0) } : [],
      problems: set.isOpen ? plan.problems.map { InvalidSubject($0) } : [],
      isPublishable: set.isOpen && review.conflicts.isEmpty && plan.problems.isEmpty,
      reviews: set.verdicts.map { Verdict($0, isCurrent: set.isCurrent($0)) })
  }
}

extension Verdict {
  fileprivate init(_ verdict: ChangeSetVerdict, isCurrent: Bool) {
    self.init(
      by: verdict.by, verdict: verdict.decision.rawValue, message: verdict.message,
      at: Timestamp.text(verdict.at), isCurrent: isCurrent)
  }
}

extension ChangeSetDetails.Screen {
  fileprivate init(_ screen: ChangeSetPlan.Screen) {
    self.init(
      route: screen.route.name, effect: screen.effect.rawValue, current: screen.current,
      difference: Difference(screen.difference),
      effects: PublicationEffects(screen.impact, screen.reassignments, screen.warnings))
  }
}

extension ChangeSetDetails.Document {
  fileprivate init(_ document: ChangeSetPlan.Document) {
    self.init(
      subject: document.subject.path, effect: document.effect.rawValue,
      compatibility: document.compatibility.isEmpty
        ? nil : document.compatibility.map { Compatibility($0) })
  }
}

extension InvalidSubject {
  init(_ problem: ChangeSetPlan.Problem) {
    self.init(subject: problem.subject.path, errors: problem.diagnostics.findings)
  }
}

extension ChangeSetClash {
  init(_ conflict: ChangeSetConflict) {
    self.init(
      subject: conflict.subject.path, base: conflict.base, current: conflict.current,
      ours: Difference(conflict.ours), theirs: Difference(conflict.theirs), conflicts: conflict.places)
  }
}

extension PublishedChangeSet {
  /// - Parameter estimate: that of the rollout that the publication would start.
  init(
    _ outcome: ChangeSetOutcome, of name: String, estimate: RolloutEstimate? = nil, dryRun: Bool, now: Double
  ) {
    self.init(
      name: name, revision: outcome.revision,
      screens: outcome.versions.map { Screen(route: $0.route.name, version: $0.version) },
      documents: outcome.plan.documents.filter { $0.effect != .unchanged }.map(\.subject.path),
      rollout: outcome.rollout.map { RolloutDetails(started: $0, now: now) }, estimate: estimate,
      dryRun: dryRun ? true : nil)
  }
}
