import Foundation
import Synchronization

/// A number that threads count up. `locked`: all of them under the lock, which is no race. `unlocked`: one of them beside
/// it, which is one, and must be found.
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
    // Threads of their own: work items could run on one, after each other.
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
