import Foundation
import ScreenKit

/// A clock by which screens settle when the test says so.
final class SettlingClock: ScreenClock, @unchecked Sendable {
  private let lock = NSLock()
  private var sources: [Int: AsyncStream<Void>.Continuation] = [:]
  private var count = 0

  var now: Date { Date(timeIntervalSince1970: 1_000_000) }
  var begun: Int { lock.withLock { count } }
  var waiting: Int { lock.withLock { sources.count } }

  func settle() { lock.withLock { sources.values.forEach { $0.yield() } } }

  func sleep(seconds: Double) async throws {
    guard seconds == 5 else { return await Task.yield() }
    let (settled, source) = AsyncStream.makeStream(of: Void.self)
    let number = lock.withLock {
      count += 1
      sources[count] = source
      return count
    }
    for await _ in settled { break }
    lock.withLock { sources[number] = nil }
    try Task.checkCancellation()
  }
}
