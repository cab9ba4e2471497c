public import Foundation

/// A request.
public struct TransportRequest: Hashable, Sendable {
  /// The URL.
  public var url: URL
  /// The header fields.
  public var fields: [String: String]
  /// The longest time without a received byte, in seconds. The request then fails.
  public var timeout: Double
  /// The method, such as `GET`.
  public var method: String
  /// The body; nil for none.
  public var body: Data?

  /// Creates a request; by default, a GET request.
  public init(
    url: URL, fields: [String: String] = [:], timeout: Double = 30, method: String = "GET", body: Data? = nil
  ) {
    self.url = url
    self.fields = fields
    self.timeout = timeout
    self.method = method
    self.body = body
  }
}
