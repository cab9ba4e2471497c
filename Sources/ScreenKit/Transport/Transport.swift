#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends HTTP requests for a client.
///
/// ``URLSessionTransport`` is the default. Provide another in tests, or to use the app's own network stack.
public protocol Transport: Sendable {
  /// Sends a request and returns when the head of the response has arrived. When the task is cancelled, end the request
  /// and throw: the client opens another event stream only after that.
  /// - Returns: A response of any status, and its body in chunks, after content decoding. The sequence throws when the
  ///   connection breaks.
  /// - Throws: An error when there is no response.
  func send(_ request: URLRequest) async throws -> (HTTPURLResponse, AsyncThrowingStream<Data, any Error>)
}

extension Transport {
  /// Sends a request and collects the whole response.
  /// - Throws: ``ScreenError`` with the code ``ScreenError/Code/tooLarge``; the transport's errors.
  package func response(to request: URLRequest, maximumBytes: Int) async throws -> TransportResponse {
    let (head, chunks) = try await send(request)
    var body = Data()
    for try await chunk in chunks {
      guard chunk.count <= maximumBytes - body.count else { throw ScreenError.tooLarge(maximumBytes) }
      body.append(chunk)
    }
    try Task.checkCancellation()
    return TransportResponse(status: head.statusCode, fields: HeaderFields(head), body: body)
  }
}

/// A complete response.
package struct TransportResponse: Sendable {
  /// The status code.
  package var status: Int
  /// The header fields.
  package var fields: HeaderFields
  /// The body, after content decoding.
  package var body: Data

  package init(status: Int, fields: HeaderFields = HeaderFields(), body: Data = Data()) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
