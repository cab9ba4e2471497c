import Dispatch
import Synchronization

/// Publishes scheduled drafts and change sets when they are due.
///
/// It waits by the wall clock, so setting the clock changes when something is published. If a publication cannot be
/// stored, it retries after a pause, which it measures with a clock that cannot be set.
package final class PublicationSchedule: PublicationObserver {
  /// The pause before a publication that could not be stored is retried.
  private let retryPause: Duration
  /// The longest sleep, in seconds: a later date would overflow the timer's clock.
  private static let maximumSleep = 86_400.0

  private struct State {
    var publish: (@Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
    /// The time of the last run. A draft that was due then and still is could not be stored.
    var lastRun = -Double.infinity
    /// The earliest time of the retry.
    var retry = ContinuousClock.now
    /// When the next draft is due, in seconds since 1970 UTC.
    var next: Double?
  }

  private let queue = DispatchQueue(label: "marquee.schedule")
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameter clock: the wall clock, in seconds since 1970 UTC.
  package init(retryPause: Duration = .seconds(5), clock: @escaping @Sendable () -> Double) {
    self.retryPause = retryPause
    self.clock = clock
  }

  /// Starts the timer.
  /// - Parameter publish: publishes every draft that is due.
  package func start(_ publish: @escaping @Sendable () -> Void) {
    state.withLock { $0.publish = publish }
    rearm()
  }

  package func cancel() {
    state.withLock { state in
      state.publish = nil
      state.timer?.cancel()
      state.timer = nil
    }
  }

  package func didSchedule(next time: Double?) {
    state.withLock { $0.next = time }
    rearm()
  }

  private func rearm() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      guard let time = state.next, state.publish != nil else { return }
      let wait = time <= state.lastRun ? (state.retry - .now) / .seconds(1) : 0
      let delay = min(max(time - clock(), wait, 0), Self.maximumSleep)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(wallDeadline: .now() + delay)
      timer.setEventHandler { [weak self] in self?.run() }
      timer.activate()
      state.timer = timer
    }
  }

  private func run() {
    let publish: (@Sendable () -> Void)? = state.withLock { state in
      let now = clock()
      guard let time = state.next, time <= now, time > state.lastRun || state.retry <= .now else {
        return nil
      }
      state.lastRun = now
      state.retry = .now + retryPause
      return state.publish
    }
    guard let publish else { return rearm() }
    publish()
  }
}
