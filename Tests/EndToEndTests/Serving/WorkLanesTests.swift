import Dispatch
import Synchronization
import Testing

@testable import MarqueeServer

/// Work waits only while all lanes are busy.
@Suite struct WorkLanesTests {
  private static let patience = DispatchTimeInterval.seconds(60)

  @Test func `work behind a piece that blocks runs on another lane`() {
    let lanes = WorkLanes("test", width: 2)
    let (blocked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lanes.add { blocked.wait() }
    // Each piece is added while the one before still runs, so that it has to wait for a lane.
    for _ in 0..<10 {
      let added = DispatchSemaphore(value: 0)
      lanes.add {
        added.wait()
        done.signal()
      }
      lanes.add { done.signal() }
      added.signal()
      #expect(done.wait(timeout: .now() + Self.patience) == .success)
      #expect(done.wait(timeout: .now() + Self.patience) == .success)
    }
    blocked.signal()
  }

  @Test func `work starts in the order in which it was added, and too much of it is refused`() {
    let lanes = WorkLanes("test", width: 1, maximumWaiting: 3)
    let (started, blocked, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let order = Mutex<[Int]>([])
    lanes.add {
      started.signal()
      blocked.wait()
    }
    started.wait()
    for number in 1...5 {
      let isTaken = lanes.add {
        order.withLock { $0.append(number) }
        done.signal()
      }
      #expect(isTaken == (number <= 3))
    }
    blocked.signal()
    for _ in 1...3 { #expect(done.wait(timeout: .now() + Self.patience) == .success) }
    #expect(order.withLock { $0 } == [1, 2, 3])
  }
}
