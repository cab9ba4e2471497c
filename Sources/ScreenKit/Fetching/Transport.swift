public import Foundation

/// Carries requests to the server: URLSession by default, something else in tests and behind an app's own stack.
public protocol Transport: Sendable {
  /// Sends a request, and answers as soon as the head of the response is there.
  ///
  /// A response of any status is an answer; what is thrown means that there was none.
  func stream(_ request: TransportRequest) async throws -> TransportStream
}

extension Transport {
  /// Sends a request and waits for the whole response.
  /// - Parameter maximumBytes: of the body; beyond them it is an error.
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

/// A GET request.
public struct TransportRequest: Hashable, Sendable {
  /// What is asked for.
  public var url: URL
  /// The header fields to send.
  public var fields: [String: String]
  /// Seconds without a byte after which it has failed.
  public var timeout: Double

  /// A request with its header fields.
  public init(url: URL, fields: [String: String] = [:], timeout: Double = 30) {
    self.url = url
    self.fields = fields
    self.timeout = timeout
  }
}

/// A response whose body is on its way.
public struct TransportStream: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HeaderFields
  /// The body as it comes, without its content coding; ends by throwing when the connection breaks.
  public var chunks: AsyncThrowingStream<Data, any Error>

  /// A response whose head is there.
  public init(status: Int, fields: HeaderFields, chunks: AsyncThrowingStream<Data, any Error>) {
    self.status = status
    self.fields = fields
    self.chunks = chunks
  }
}

/// A response with its body.
public struct TransportResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HeaderFields
  /// The body, without its content coding.
  public var body: Data

  /// A response as a whole.
  public init(status: Int, fields: HeaderFields = HeaderFields(), body: Data = Data()) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
