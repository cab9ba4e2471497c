import AdminModel
import Screens

extension ScreenAPI {
  /// The estimate of the rollout that a publication would start; nil if it is no dry run with a guard, or changes nothing.
  func estimate(_ options: RolloutOptions, of outcome: PublishOutcome, dryRun: Bool) -> RolloutEstimate? {
    estimate(options, of: outcome.effect == .unchanged ? [] : [outcome.route], dryRun: dryRun)
  }

  /// The same of a publication of several screens.
  /// - Parameter routes: the screens that the publication changes.
  func estimate(_ options: RolloutOptions, of routes: [Route], dryRun: Bool) -> RolloutEstimate? {
    guard dryRun, let rule = options.rule, !routes.isEmpty else { return nil }
    // A unit that gets several screens of a change set counts once, so the busiest screen is the best estimate.
    let traffic = routes.compactMap { serving.tally.traffic.requestsPerSecond(of: $0.name) }.max()
    let store = environment.reports?.store ?? EmptyReportStore()
    // Without the store, the usual rate is a good answer.
    let known = (try? publisher.rollouts.knownRate(at: Set(routes), rule, store)) ?? nil
    return RolloutEstimate(DelayEstimate(rule, unitsPerSecond: traffic, known: known))
  }
}

extension RolloutEstimate {
  fileprivate init(_ estimate: DelayEstimate) {
    func step(_ step: DelayEstimate.Step) -> Step { Step(step: step.share, seconds: step.delay) }
    self.init(
      unitsPerSecond: estimate.unitsPerSecond, event: estimate.known?.event, rate: estimate.rate,
      steps: estimate.steps.map(step), proposal: estimate.proposal.map(step), text: estimate.text)
  }
}
