#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport on `URLSession`.
///
/// It caches nothing itself; the client decides what to cache and when to revalidate it. Event streams have a session of
/// their own: each occupies a connection, and a session opens only a few to one server.
public final class URLSessionTransport: Transport {
  private struct Session {
    let urls: URLSession
    let responses = URLSessionResponseDelegate()

    init(_ configuration: URLSessionConfiguration) {
      urls = URLSession(configuration: configuration, delegate: responses, delegateQueue: nil)
    }
  }

  /// The largest number of event streams at a time. Over HTTP/2 they share a connection.
  private static let maximumEventStreams = 100

  private let requests: Session
  private let eventStreams: Session

  /// Creates a transport.
  /// - Parameter configuration: The session's configuration; by default an ephemeral one. Its URL cache is
  ///   switched off.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    requests = Session(configuration)
    // A session copies its configuration, so the change concerns only the second one.
    let connections = configuration.httpMaximumConnectionsPerHost
    configuration.httpMaximumConnectionsPerHost = Self.maximumEventStreams
    eventStreams = Session(configuration)
    configuration.httpMaximumConnectionsPerHost = connections
  }

  deinit {
    requests.urls.invalidateAndCancel()
    eventStreams.urls.invalidateAndCancel()
  }

  /// Sends a request through the session. Cancelling the task, or ending the iteration of the body, cancels the
  /// request.
  /// - Throws: `URLError` when there is no response; `CancellationError` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> (
    HTTPURLResponse, AsyncThrowingStream<Data, any Error>
  ) {
    let isEventStream = request.value(forHTTPHeaderField: "Accept") == "text/event-stream"
    let session = isEventStream ? eventStreams : requests
    let task = session.urls.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        session.responses.register(task, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}
