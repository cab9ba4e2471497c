import Dispatch
import Logging
import ScreenAPI
import Screens
import Synchronization

/// Lets the guards of open rollouts decide, about once a second, and samples the traffic that later rollouts are
/// estimated from. Every node does: a decision is stored by the first one.
final class RolloutTicker: Sendable {
  /// The pause between two looks at the counts, in seconds.
  private static let pause = 1.0
  /// The longest share of a thread's time that looking may take.
  private static let largestShare = 0.1

  private let publisher: Publisher
  private let reports: any ReportStore
  private let serving: ServingState
  private let canWrite: @Sendable () -> Bool
  private let logger: Logger
  private let queue = DispatchQueue(label: "marquee.rollouts", qos: .utility)
  /// The pause between two merges of settled counts.
  private static let mergePause = Duration.seconds(60)
  private let lastMerge = Mutex(ContinuousClock.now)
  /// Nil after ``stop()``.
  private let known = Mutex<Set<String>?>([])

  init(
    _ publisher: Publisher, reports: any ReportStore, serving: ServingState, logger: Logger,
    canWrite: @escaping @Sendable () -> Bool
  ) {
    self.publisher = publisher
    self.reports = reports
    self.serving = serving
    self.logger = logger
    self.canWrite = canWrite
  }

  func start() { schedule(after: Self.pause) }

  /// Decides nothing more. Returns when a decision that is being made is stored.
  func stop() {
    known.withLock { $0 = nil }
    queue.sync {}
  }

  private func schedule(after seconds: Double) {
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.tick() }
  }

  private func log(_ look: RolloutService.Look) {
    let metadata: Logger.Metadata = [
      "rollout": .string(look.rollout.id), "of": .string(look.rollout.subject), "reason": .string(look.text),
    ]
    if look.isFailure {
      logger.warning("a rollout stays at its step", metadata: metadata)
    } else {
      logger.notice("a guard has decided", metadata: metadata)
    }
  }

  private func mergeCounts(at time: ContinuousClock.Instant) {
    let isDue = lastMerge.withLock { last in
      guard time - last >= Self.mergePause else { return false }
      last = time
      return true
    }
    guard isDue else { return }
    do throws(StoreError) {
      try publisher.rollouts.mergeSettledCounts(reports)
    } catch {
      logger.warning("counts of reports were not merged", metadata: ["error": .string("\(error)")])
    }
  }

  private func tick() {
    guard let before = known.withLock({ $0 }) else { return }
    let start = ContinuousClock.now
    serving.sampleTraffic()
    // While the store is away, every rollout stays at its step.
    if canWrite() {
      if publisher.rollouts.hasOpen {
        for look in publisher.rollouts.decide(reports) { log(look) }
        mergeCounts(at: start)
      }
      let ids = Set(publisher.rollouts.all.map(\.id))
      let gone = before.subtracting(ids)
      if !gone.isEmpty { try? reports.deleteReports(ofRollouts: gone.sorted()) }
      known.withLock { if $0 != nil { $0 = ids } }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    schedule(after: max(Self.pause, seconds / Self.largestShare))
  }
}
