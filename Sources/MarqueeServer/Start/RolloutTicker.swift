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
  /// The pause between two looks for counts to merge and for reports to delete.
  private static let cleaningPause = Duration.seconds(60)
  private let lastCleaning = Mutex<ContinuousClock.Instant?>(nil)
  /// What is being deleted, a part at each tick, so that reports do not wait for long.
  private let obsolete = Mutex<[RolloutService.ObsoleteReports]>([])
  private let isStopped = Atomic<Bool>(false)

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
    isStopped.store(true, ordering: .relaxed)
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

  private func isCleaningDue(at time: ContinuousClock.Instant) -> Bool {
    lastCleaning.withLock { last in
      if let last, time - last < Self.cleaningPause { return false }
      last = time
      return true
    }
  }

  private func mergeCounts() {
    do throws(StoreError) {
      try publisher.rollouts.mergeSettledCounts(reports)
    } catch {
      logger.warning("counts of reports were not merged", metadata: ["error": .string("\(error)")])
    }
  }

  /// Deletes a part of the reports that nothing needs any more.
  /// - Parameter looks: whether to look for them.
  private func deleteReports(looks: Bool) {
    var left = obsolete.withLock { $0 }
    do {
      if looks { left = try publisher.rollouts.obsoleteReports(in: reports) }
      if let next = left.first, try !publisher.rollouts.delete(next, from: reports) { left.removeFirst() }
    } catch {
      left = []
      logger.warning("reports of ended rollouts were not deleted", metadata: ["error": .string("\(error)")])
    }
    let remaining = left
    obsolete.withLock { $0 = remaining }
  }

  private func tick() {
    guard !isStopped.load(ordering: .relaxed) else { return }
    let start = ContinuousClock.now
    serving.sampleTraffic()
    // While the store is away, every rollout stays at its step.
    if canWrite() {
      if publisher.rollouts.hasOpen {
        for look in publisher.rollouts.decide(reports) { log(look) }
      }
    }
    // What is deleted does not make looks rarer.
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if canWrite() {
      let isDue = isCleaningDue(at: start)
      if isDue { mergeCounts() }
      deleteReports(looks: isDue)
    }
    schedule(after: max(Self.pause, seconds / Self.largestShare))
  }
}
