import Foundation
import Synchronization

/// A number that threads increment. `locked`: all of them under the lock, which is not a race. `unlocked`: one of them
/// without the lock, which is a race that must be found.
final class Counter: @unchecked Sendable {
  private let lock = Mutex(())
  private var count = 0

  func count(locked: Bool) {
    for _ in 0..<20_000 {
      if locked {
        lock.withLock { _ in count += 1 }
      } else {
        count += 1
      }
    }
  }
}

@main
enum Counting {
  static func main() {
    let counter = Counter()
    let isLocked = CommandLine.arguments.dropFirst().first == "locked"
    // Threads instead of a queue, because work items could run on one thread, one after another.
    let done = DispatchSemaphore(value: 0)
    for number in 0..<4 {
      Thread.detachNewThread {
        counter.count(locked: isLocked || number > 0)
        done.signal()
      }
    }
    for _ in 0..<4 { done.wait() }
    print("counted")
  }
}
