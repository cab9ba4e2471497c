import Dispatch
import Synchronization

/// An HTTP client that keeps many requests in flight on one thread, each on its own connection.
package final class CurlMulti: Sendable {
  package typealias Outcome = Result<CurlResponse, CurlError>

  private let handle: Mutex<MultiHandle>
  private let queue = DispatchQueue(label: "CurlMulti")

  /// - Throws: ``CurlError`` if libcurl can't be initialized.
  package init() throws(CurlError) {
    handle = Mutex(try MultiHandle())
  }

  /// Keeps up to `concurrency` requests in flight until `next` returns nil, and returns when all have ended.
  /// - Parameters:
  ///   - concurrency: the largest number of requests in flight.
  ///   - next: returns the next request. Called on the calling thread; must not use this client.
  ///   - finished: receives the number of a request, counted from 0, and its outcome, in the order of completion.
  ///     Called on the calling thread; must not use this client.
  /// - Throws: ``CurlError`` if the multi handle fails. Requests in flight are then cancelled.
  package func run(
    concurrency: Int, next: @Sendable () -> CurlRequest?, finished: @Sendable (Int, Outcome) -> Void
  ) throws(CurlError) {
    try handle.withLock { handle throws(CurlError) in
      try handle.run(concurrency: concurrency, next: next, finished: finished)
    }
  }

  /// Sends all requests, up to `concurrency` at once, and returns the outcomes in the order of the requests.
  package func perform(_ requests: [CurlRequest], concurrency: Int) throws(CurlError) -> [Outcome] {
    try handle.withLock { handle throws(CurlError) in
      try handle.perform(requests, concurrency: concurrency)
    }
  }

  /// Sends all requests like ``perform(_:concurrency:)``, but does not block the task's thread.
  package func responses(
    to requests: [CurlRequest], concurrency: Int
  ) async throws(CurlError) -> [Outcome] {
    try await onQueue { () throws(CurlError) in try self.perform(requests, concurrency: concurrency) }
  }

  /// Sends requests like ``run(concurrency:next:finished:)``, but does not block the task's thread. Calls both closures
  /// on a queue of this client.
  package func stream(
    concurrency: Int, next: @escaping @Sendable () -> CurlRequest?,
    finished: @escaping @Sendable (Int, Outcome) -> Void
  ) async throws(CurlError) {
    try await onQueue { () throws(CurlError) in
      try self.run(concurrency: concurrency, next: next, finished: finished)
    }
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(CurlError) -> Value
  ) async throws(CurlError) -> Value {
    let result: Result<Value, CurlError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { () throws(CurlError) in try work() }) }
    }
    return try result.get()
  }
}
