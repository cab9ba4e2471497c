#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for a condition, and not for a time: asks every 2 ms, so that other threads get the processor in between.
/// - Returns: whether the condition held within the limit.
package func eventually(
  within limit: Duration = .seconds(300), _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now.advanced(by: limit)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    _ = poll(nil, 0, 2)
  }
  return true
}

/// The same without blocking the thread. It ends early if the task is cancelled.
///
/// The name differs, because Swift would prefer the other function for a condition that does not suspend.
package func eventuallyHolds(
  within limit: Duration = .seconds(300), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now.advanced(by: limit)
  while try await !condition() {
    guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
    // A pause, so that what the condition waits for gets the processor.
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}
