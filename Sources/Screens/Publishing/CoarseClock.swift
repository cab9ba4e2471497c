/// The time for what each request needs: cheaper to read than the exact clock, and some milliseconds late.
package struct CoarseClock: Sendable {
  /// The time in whole seconds since 1970 UTC, from 0.
  package let second: @Sendable () -> Int

  package init(second: @escaping @Sendable () -> Int) { self.second = second }

  /// A clock that shows the seconds of an exact one.
  package init(_ clock: @escaping @Sendable () -> Double) { second = { Self.wholeSecond(of: clock()) } }

  /// The whole second of a time.
  package static func wholeSecond(of time: Double) -> Int { Int(min(max(time, 0), 4e9)) }
}
