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
  /// - Parameter configuration: The sessions' configuration; by default an ephemeral one. The transport copies it, and
  ///   switches the URL cache off in its copy.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    // A copy of a configuration is one, so the other value is never used.
    let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    own.urlCache = nil
    own.requestCachePolicy = .reloadIgnoringLocalCacheData
    requests = Session(own)
    // A session copies its configuration, so the change concerns only the second one.
    own.httpMaximumConnectionsPerHost = Self.maximumEventStreams
    eventStreams = Session(own)
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
    session.responses.expect(task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { session.responses.start(task, $0) }
    } onCancel: {
      session.responses.cancel(task)
    }
  }
}
