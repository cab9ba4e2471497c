public import Foundation

/// Sends HTTP requests for a client.
///
/// ``URLSessionTransport`` is the default. Provide another in tests, or to use the app's own network stack.
public protocol Transport: Sendable {
  /// Sends a request and returns when the head of the response has arrived.
  /// - Returns: A response of any status.
  /// - Throws: An error when there is no response.
  func stream(_ request: TransportRequest) async throws -> TransportStream
}

extension Transport {
  /// Sends a request and collects the whole response.
  /// - Parameters:
  ///   - request: The request.
  ///   - maximumBytes: The largest body, in bytes.
  /// - Throws: ``ScreenClientError/tooLarge(_:)`` for a larger body; the transport's errors.
  public func send(_ request: TransportRequest, maximumBytes: Int) async throws -> TransportResponse {
    let stream = try await stream(request)
    var body = Data()
    for try await chunk in stream.chunks {
      guard chunk.count <= maximumBytes - body.count else { throw ScreenClientError.tooLarge(maximumBytes) }
      body.append(chunk)
    }
    try Task.checkCancellation()
    return TransportResponse(status: stream.status, fields: stream.fields, body: body)
  }
}

/// A response whose body is still arriving.
public struct TransportStream: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HeaderFields
  /// The body in chunks, after content decoding. The sequence throws when the connection breaks.
  public var chunks: AsyncThrowingStream<Data, any Error>

  /// Creates a response with a streamed body.
  public init(status: Int, fields: HeaderFields, chunks: AsyncThrowingStream<Data, any Error>) {
    self.status = status
    self.fields = fields
    self.chunks = chunks
  }
}

/// A complete response.
public struct TransportResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HeaderFields
  /// The body, after content decoding.
  public var body: Data

  /// Creates a complete response.
  public init(status: Int, fields: HeaderFields = HeaderFields(), body: Data = Data()) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
