import Dispatch
import Foundation
import Screens
import Synchronization

/// Has drafts published when their time has come. It sleeps until then, by the wall clock: one that is set changes
/// when that is.
final class PublicationSchedule: PublicationObserver {
  /// Seconds until what could not be stored is tried again.
  private static let pause = 5.0

  private struct State {
    var publish: (@Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
    var lastRun = 0.0
    var next: Double?
  }

  private let queue = DispatchQueue(label: "marquee.schedule")
  private let next: any PublicationObserver
  private let state = Mutex(State())

  init(next: any PublicationObserver) { self.next = next }

  /// From now on what is due is published.
  func start(_ publish: @escaping @Sendable () -> Void) {
    state.withLock { $0.publish = publish }
    arm()
  }

  func cancel() {
    state.withLock { state in
      state.publish = nil
      state.timer?.cancel()
      state.timer = nil
    }
  }

  func didSchedule(next time: Double?) {
    state.withLock { $0.next = time }
    arm()
  }

  private func arm() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      guard let time = state.next, state.publish != nil else { return }
      let now = Date().timeIntervalSince1970
      // What was due at the last run already could not be done then.
      let start = time <= state.lastRun ? max(time, state.lastRun + Self.pause) : time
      let timer = DispatchSource.makeTimerSource(queue: queue)
      // A far date would overflow the clock; the timer is armed anew then.
      let delay = min(max(0, start - now), 86_400)
      timer.schedule(wallDeadline: .now() + delay)
      timer.setEventHandler { [weak self] in self?.run(at: start) }
      timer.activate()
      state.timer = timer
    }
  }

  private func run(at time: Double) {
    let now = Date().timeIntervalSince1970
    guard now >= time else { return arm() }
    let publish = state.withLock { state in
      state.lastRun = now
      return state.publish
    }
    publish?()
  }

  func didPublish(_ screen: CurrentScreen, catalogue: Catalogue) {
    next.didPublish(screen, catalogue: catalogue)
  }

  func didDelete(_ route: Route, version: Int) { next.didDelete(route, version: version) }

  func didChange(_ catalogue: Catalogue, screens: [CurrentScreen]) {
    next.didChange(catalogue, screens: screens)
  }
}
