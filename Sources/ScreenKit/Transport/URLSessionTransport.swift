#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport on `URLSession`.
///
/// It caches nothing itself; the client decides what to cache and when to revalidate it.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let responses: URLSessionResponseDelegate

  /// Creates a transport.
  /// - Parameter configuration: The session's configuration; by default an ephemeral one. Its URL cache is
  ///   switched off.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    responses = URLSessionResponseDelegate()
    session = URLSession(configuration: configuration, delegate: responses, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request through the session. Cancelling the task, or ending the iteration of the body, cancels the
  /// request.
  /// - Throws: `URLError` when there is no response; `CancellationError` when the task is cancelled.
  public func stream(_ request: TransportRequest) async throws -> TransportStream {
    var urlRequest = URLRequest(url: request.url, timeoutInterval: request.timeout)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = request.body
    for (name, value) in request.fields { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: urlRequest)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        responses.register(task, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}
