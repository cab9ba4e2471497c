/// The requests in progress, by route, and the callers that wait for each.
///
/// Callers that ask for the same route at the same time share one request.
struct SharedRequests<Snapshot: Sendable> {
  private struct SharedRequest {
    /// The id of the first waiter. It distinguishes this request from a later one for the same route.
    let id: UInt64
    var task: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<Snapshot, any Error>]
  }

  private var requests: [String: SharedRequest] = [:]
  private var lastWaiterID: UInt64 = 0

  mutating func nextWaiterID() -> UInt64 {
    lastWaiterID += 1
    return lastWaiterID
  }

  /// Adds a waiter to the request of a route.
  /// - Returns: True when no request was in progress; the caller then starts one under the id of this waiter.
  mutating func join(
    _ route: String, _ waiter: UInt64, _ continuation: CheckedContinuation<Snapshot, any Error>
  ) -> Bool {
    if requests[route] != nil {
      requests[route]?.waiters[waiter] = continuation
      return false
    }
    requests[route] = SharedRequest(id: waiter, waiters: [waiter: continuation])
    return true
  }

  mutating func setTask(of route: String, to task: Task<Void, Never>) { requests[route]?.task = task }

  /// Removes a waiter, which gets a `CancellationError`. Removing the last one cancels the request.
  mutating func cancel(_ route: String, _ waiter: UInt64) {
    guard let continuation = requests[route]?.waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(throwing: CancellationError())
    guard let request = requests[route], request.waiters.isEmpty else { return }
    request.task?.cancel()
    requests[route] = nil
  }

  /// Ends a request and passes its result to all waiters.
  mutating func finish(_ route: String, id: UInt64, _ result: Result<Snapshot, any Error>) {
    guard let request = requests[route], request.id == id else { return }
    requests[route] = nil
    for continuation in request.waiters.values { continuation.resume(with: result) }
  }
}
