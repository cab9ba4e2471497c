import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what a session receives to those who wait for it.
///
/// `@unchecked`: `waiting` is only touched while `lock` is held.
final class URLSessionReceptions: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Reception {
    var head: CheckedContinuation<TransportStream, any Error>?
    let chunks: AsyncThrowingStream<Data, any Error>
    let sink: AsyncThrowingStream<Data, any Error>.Continuation
  }

  private let lock = NSLock()
  private var waiting: [Int: Reception] = [:]

  /// To be called before the task is resumed.
  func expect(_ task: URLSessionTask, _ head: CheckedContinuation<TransportStream, any Error>) {
    let (chunks, sink) = AsyncThrowingStream.makeStream(of: Data.self)
    sink.onTermination = { reason in if case .cancelled = reason { task.cancel() } }
    lock.withLock { waiting[task.taskIdentifier] = Reception(head: head, chunks: chunks, sink: sink) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    answer(dataTask, response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { waiting[dataTask.taskIdentifier]?.sink }?.yield(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // A response without a body may end before it was told of.
    if error == nil, let response = task.response { answer(task, response) }
    guard let reception = lock.withLock({ waiting.removeValue(forKey: task.taskIdentifier) }) else { return }
    let failure: (any Error)? = (error as? URLError)?.code == .cancelled ? CancellationError() : error
    reception.head?.resume(throwing: failure ?? URLError(.badServerResponse))
    reception.sink.finish(throwing: failure)
  }

  private func answer(_ task: URLSessionTask, _ response: URLResponse) {
    let reception = lock.withLock { () -> Reception? in
      guard let reception = waiting[task.taskIdentifier], reception.head != nil else { return nil }
      waiting[task.taskIdentifier]?.head = nil
      return reception
    }
    guard let reception else { return }
    guard let response = response as? HTTPURLResponse else {
      reception.head?.resume(throwing: URLError(.badServerResponse))
      return
    }
    let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return (name, value)
    }
    reception.head?.resume(
      returning: TransportStream(
        status: response.statusCode, fields: HeaderFields(fields), chunks: reception.chunks))
  }
}
