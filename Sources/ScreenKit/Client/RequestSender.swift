import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends the requests of a client: adds the app's header fields, and repeats what a busy server did not answer.
struct RequestSender: Sendable {
  let options: ScreenClient.Options
  let transport: any Transport

  init(_ options: ScreenClient.Options) {
    self.options = options
    transport = options.transport ?? URLSessionTransport()
  }

  /// Sends a request, and repeats it as the retry policy says.
  /// - Throws: ``ScreenError``; `CancellationError`.
  func send(_ request: URLRequest) async throws -> TransportResponse {
    var attempt = 0
    while true {
      try Task.checkCancellation()
      let response: TransportResponse
      do {
        response = try await transport.response(
          to: addingHeaderFields(to: request), maximumBytes: options.maximumBytes)
      } catch {
        throw ScreenError.wrapping(error)
      }
      guard RetryPolicy.isRetryable(response.status) else { return response }
      let retryAfter = RetryAfter.seconds(response.fields["Retry-After"], now: options.clock.now)
      guard
        let delay = options.retry.delay(attempt: attempt, retryAfter: retryAfter, random: options.random())
      else { return response }
      try await options.clock.sleep(seconds: delay)
      attempt += 1
    }
  }

  /// Sends a request and returns when the head of the response has arrived.
  /// - Throws: ``ScreenError``; `CancellationError`.
  func stream(_ request: URLRequest) async throws -> (
    head: HTTPURLResponse, chunks: AsyncThrowingStream<Data, any Error>
  ) {
    do {
      return try await transport.send(addingHeaderFields(to: request))
    } catch {
      throw ScreenError.wrapping(error)
    }
  }

  /// Adds the app's header fields to a request, except those that the client itself sets.
  private func addingHeaderFields(to request: URLRequest) async throws -> URLRequest {
    guard let headerFields = options.headerFields else { return request }
    let added: [String: String]
    do {
      added = try await headerFields()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw ScreenError(
        .headerFieldsFailed, "the app's header fields failed: \(error.localizedDescription)",
        underlying: error)
    }
    var request = request
    for (name, value) in added where request.value(forHTTPHeaderField: name) == nil {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }
}
