package import Foundation

/// A source of time and delays, replaceable in tests.
package protocol ScreenClock: Sendable {
  /// The current time.
  var now: Date { get }

  /// Waits for a number of seconds.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(seconds: Double) async throws
}

/// The clock of the system.
package struct SystemClock: ScreenClock {
  /// Creates a clock.
  package init() {}

  /// The current time.
  package var now: Date { Date() }

  /// Waits for a number of seconds, at most one day. NaN counts as 0.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func sleep(seconds: Double) async throws {
    // The conversion to UInt64 traps for negative numbers, infinities and NaN. `bounded` is from 0 to 86,400: the
    // comparison is false for NaN. `Task.sleep(for:)` needs no conversion, but iOS 16; this supports iOS 15.
    let bounded = seconds > 0 ? min(seconds, 86_400) : 0
    try await Task.sleep(nanoseconds: UInt64(bounded * 1e9))
  }
}
