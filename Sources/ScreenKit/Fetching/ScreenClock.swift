public import Foundation

/// The time, and waiting.
public protocol ScreenClock: Sendable {
  var now: Date { get }

  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func sleep(seconds: Double) async throws
}

/// The clock of the system.
public struct SystemClock: ScreenClock {
  /// The clock; all are the same.
  public init() {}

  /// This moment.
  public var now: Date { Date() }

  /// Waits, a day at most.
  public func sleep(seconds: Double) async throws {
    // A day is more than anybody waits, and far from what nanoseconds can count.
    try await Task.sleep(nanoseconds: UInt64(min(max(seconds, 0), 86_400) * 1e9))
  }
}
