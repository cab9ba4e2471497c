import Dispatch
import Screens
import Synchronization
import Testing

/// The times at which scheduled drafts are published. The test sets the wall clock.
@Suite struct PublicationScheduleTests {
  /// A schedule that counts its runs. After each, the next draft is due at the time that the test has set.
  private final class Runs: Sendable {
    let wall = Mutex(1_000_000.0)
    let next = Mutex<Double?>(nil)
    let ran = DispatchSemaphore(value: 0)

    func start(retryPause: Duration) -> PublicationSchedule {
      let schedule = PublicationSchedule(
        retryPause: retryPause, clock: { self.wall.withLock { $0 } })
      schedule.start { [weak schedule] in
        schedule?.didSchedule(next: self.next.withLock { $0 })
        self.ran.signal()
      }
      return schedule
    }

    /// Whether there is another run within a minute.
    var hasRun: Bool { ran.wait(timeout: .now() + .seconds(60)) == .success }
  }

  @Test func `a clock that is set back does not delay a draft that is due by it`() {
    let runs = Runs()
    let schedule = runs.start(retryPause: .milliseconds(10))
    defer { schedule.cancel() }
    // The first run cannot store the draft, so it stays due.
    runs.next.withLock { $0 = 1_000_000 }
    schedule.didSchedule(next: 1_000_000)
    #expect(runs.hasRun)
    runs.wall.withLock { $0 = 900_000 }
    runs.next.withLock { $0 = nil }
    schedule.didSchedule(next: 900_000)
    #expect(runs.hasRun)
  }

  @Test func `a run does not delay a draft that is due after it`() {
    let runs = Runs()
    let schedule = runs.start(retryPause: .seconds(3600))
    defer { schedule.cancel() }
    for time in [1_000_000.0, 1_000_001, 1_000_002] {
      runs.wall.withLock { $0 = time }
      schedule.didSchedule(next: time)
      #expect(runs.hasRun)
    }
  }
}
