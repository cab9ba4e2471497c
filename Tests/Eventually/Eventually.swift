#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for a condition, and not for a time.
/// - Returns: whether the condition held within the limit.
package func eventually(
  within limit: Duration = .seconds(300), _ condition: () throws -> Bool
) rethrows -> Bool {
  let start = ContinuousClock.now
  while try !condition() {
    let passed = start.duration(to: .now)
    guard passed < limit else { return false }
    _ = poll(nil, 0, Int32(pause(after: passed) / .milliseconds(1)))
  }
  return true
}

/// The same without blocking the thread. It ends early if the task is cancelled.
///
/// The name differs, because Swift would prefer the other function for a condition that does not suspend.
package func eventuallyHolds(
  within limit: Duration = .seconds(300), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let start = ContinuousClock.now
  while try await !condition() {
    let passed = start.duration(to: .now)
    guard passed < limit, !Task.isCancelled else { return false }
    try? await Task.sleep(for: pause(after: passed))
  }
  return true
}

/// The pause before the condition is asked for again: a tenth of the time that has passed, from 2 to 25 ms. What the
/// condition waits for needs the processor more than the questions do; each one to a browser keeps three processes busy.
private func pause(after passed: Duration) -> Duration {
  min(max(passed / 10, .milliseconds(2)), .milliseconds(25))
}
