import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session delegate that passes responses to the tasks that wait for them.
///
/// `@unchecked Sendable`: `pending` is accessed only while `lock` is held.
final class URLSessionResponseDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  typealias Response = (HTTPURLResponse, AsyncThrowingStream<Data, any Error>)

  private struct PendingResponse {
    /// Nil before the task is started, and once the head is delivered.
    var head: CheckedContinuation<Response, any Error>?
    /// Nil once it is delivered. Dropping the last copy ends the request.
    var chunks: AsyncThrowingStream<Data, any Error>?
    let sink: AsyncThrowingStream<Data, any Error>.Continuation
  }

  private let lock = NSLock()
  private var pending: [Int: PendingResponse] = [:]

  /// Begins to expect the response to a task. Call it before anything can start or cancel the task.
  func expect(_ task: URLSessionTask) {
    let (chunks, sink) = AsyncThrowingStream.makeStream(of: Data.self)
    sink.onTermination = { reason in if case .cancelled = reason { task.cancel() } }
    lock.withLock { pending[task.taskIdentifier] = PendingResponse(chunks: chunks, sink: sink) }
  }

  /// Starts a task, unless it was cancelled.
  /// - Parameter head: The continuation that waits for the head of the response.
  func start(_ task: URLSessionTask, _ head: CheckedContinuation<Response, any Error>) {
    let isExpected = lock.withLock {
      pending[task.taskIdentifier]?.head = head
      return pending[task.taskIdentifier] != nil
    }
    guard isExpected else { return head.resume(throwing: CancellationError()) }
    task.resume()
  }

  /// Cancels a task. Its waiter goes on at once: a session can take long to report the end, and reports that of a task
  /// that was not started before anybody waits for it.
  func cancel(_ task: URLSessionTask) {
    let entry = lock.withLock { pending.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    entry?.head?.resume(throwing: CancellationError())
    entry?.sink.finish(throwing: CancellationError())
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    deliverHead(dataTask, response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { pending[dataTask.taskIdentifier]?.sink }?.yield(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // A response without a body can complete before `didReceive response` is called.
    if error == nil, let response = task.response { deliverHead(task, response) }
    guard let entry = lock.withLock({ pending.removeValue(forKey: task.taskIdentifier) }) else { return }
    let failure: (any Error)? = (error as? URLError)?.code == .cancelled ? CancellationError() : error
    entry.head?.resume(throwing: failure ?? URLError(.badServerResponse))
    entry.sink.finish(throwing: failure)
  }

  private func deliverHead(_ task: URLSessionTask, _ response: URLResponse) {
    let entry = lock.withLock { () -> PendingResponse? in
      guard let entry = pending[task.taskIdentifier], entry.head != nil else { return nil }
      pending[task.taskIdentifier]?.head = nil
      pending[task.taskIdentifier]?.chunks = nil
      return entry
    }
    guard let entry else { return }
    guard let response = response as? HTTPURLResponse, let chunks = entry.chunks else {
      entry.head?.resume(throwing: URLError(.badServerResponse))
      return
    }
    entry.head?.resume(returning: (response, chunks))
  }
}
