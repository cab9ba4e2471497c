import Dispatch
import Synchronization

/// A client that keeps many requests in flight at once, all on one thread, each over a connection of its own.
package final class CurlMulti: Sendable {
  package typealias Answer = Result<CurlResponse, CurlError>

  private let handle: Mutex<MultiHandle>
  private let queue = DispatchQueue(label: "CurlMulti")

  /// - Throws: ``CurlError`` when libcurl can't be set up.
  package init() throws(CurlError) {
    handle = Mutex(try MultiHandle())
  }

  /// Keeps up to `concurrency` requests in flight for as long as `next` gives one, and returns when the last
  /// has ended. Requests are numbered from 0 as `next` gives them; `finished` is called in the order in which
  /// they end. Both are called on the calling thread, and must not use this client.
  /// - Throws: ``CurlError`` when the multi handle itself fails; what was in flight is then given up.
  package func run(
    concurrency: Int, next: @Sendable () -> CurlRequest?, finished: @Sendable (Int, Answer) -> Void
  ) throws(CurlError) {
    try handle.withLock { handle throws(CurlError) in
      try handle.run(concurrency: concurrency, next: next, finished: finished)
    }
  }

  /// Sends all requests, up to `concurrency` of them at once, and gives the answers in the requests' order.
  package func perform(_ requests: [CurlRequest], concurrency: Int) throws(CurlError) -> [Answer] {
    try handle.withLock { handle throws(CurlError) in
      try handle.perform(requests, concurrency: concurrency)
    }
  }

  /// ``perform(_:concurrency:)`` without blocking the task's thread.
  package func responses(
    to requests: [CurlRequest], concurrency: Int
  ) async throws(CurlError) -> [Answer] {
    try await onQueue { () throws(CurlError) in try self.perform(requests, concurrency: concurrency) }
  }

  /// ``run(concurrency:next:finished:)`` without blocking the task's thread; both closures are called on a
  /// queue of this client.
  package func stream(
    concurrency: Int, next: @escaping @Sendable () -> CurlRequest?,
    finished: @escaping @Sendable (Int, Answer) -> Void
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
