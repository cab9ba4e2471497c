#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The transport that apps use. It keeps nothing itself: what is stored, and when it is asked for again, is the
/// client's to say.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let receptions: URLSessionReceptions

  /// - Parameter configuration: by default an ephemeral one. Its cache is not used.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    receptions = URLSessionReceptions()
    session = URLSession(configuration: configuration, delegate: receptions, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request through the session. Cancelling the task, or leaving the body, ends it.
  public func stream(_ request: TransportRequest) async throws -> TransportStream {
    var message = URLRequest(url: request.url, timeoutInterval: request.timeout)
    for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: message)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receptions.expect(task, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}
