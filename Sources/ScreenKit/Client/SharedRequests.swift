/// The requests in progress, by cache key, and the callers that wait for each.
///
/// Callers that ask for the same screen at the same time share one request.
struct SharedRequests {
  private struct SharedRequest {
    /// The id of the first waiter. It distinguishes this request from a later one for the same screen.
    let id: UInt64
    var task: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<ScreenSnapshot, any Error>]
  }

  private var requests: [String: SharedRequest] = [:]
  private var lastWaiterID: UInt64 = 0

  mutating func nextWaiterID() -> UInt64 {
    lastWaiterID += 1
    return lastWaiterID
  }

  /// Adds a waiter to the request of a key.
  /// - Returns: True when no request was in progress; the caller then starts one under the id of this waiter.
  mutating func join(
    _ key: String, _ waiter: UInt64, _ continuation: CheckedContinuation<ScreenSnapshot, any Error>
  ) -> Bool {
    if requests[key] != nil {
      requests[key]?.waiters[waiter] = continuation
      return false
    }
    requests[key] = SharedRequest(id: waiter, waiters: [waiter: continuation])
    return true
  }

  mutating func setTask(of key: String, to task: Task<Void, Never>) { requests[key]?.task = task }

  /// Removes a waiter, which gets a `CancellationError`. Removing the last one cancels the request.
  mutating func cancel(_ key: String, _ waiter: UInt64) {
    guard let continuation = requests[key]?.waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(throwing: CancellationError())
    guard let request = requests[key], request.waiters.isEmpty else { return }
    request.task?.cancel()
    requests[key] = nil
  }

  /// Ends a request and passes its result to all waiters.
  mutating func finish(_ key: String, id: UInt64, _ result: Result<ScreenSnapshot, any Error>) {
    guard let request = requests[key], request.id == id else { return }
    requests[key] = nil
    for continuation in request.waiters.values { continuation.resume(with: result) }
  }

  /// Cancels all requests. Their waiters get an error.
  mutating func fail(with error: any Error) {
    let ended = requests.values
    requests = [:]
    for request in ended {
      request.task?.cancel()
      for continuation in request.waiters.values { continuation.resume(throwing: error) }
    }
  }
}
