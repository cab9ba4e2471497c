/// An entry of the access log: one request and its response.
package struct AccessRecord: Sendable {
  /// The client's address, from a trusted proxy's fields or else from the connection; nil if the connection was already
  /// closed.
  package let client: String?
  /// Nil for a malformed request.
  package let request: LoggedRequest?
  /// Nil if the client disconnected before the response.
  package let status: Int?
  /// The length of the response in bytes, with its head.
  package let bytes: Int
  /// The time from reading the last byte of the request to writing the last byte of the response into the output
  /// buffer.
  package let nanoseconds: UInt64
}

/// An access log entry of a request whose response is not complete.
final class AccessEntry {
  let request: LoggedRequest?
  /// Nanoseconds of the loop's clock.
  let startedAt: UInt64
  /// The status of a streamed response.
  var status: Int?
  /// The bytes that the connection had written before the streamed response.
  var bytesWrittenBefore: UInt64 = 0

  init(_ request: LoggedRequest?, startedAt: UInt64) {
    self.request = request
    self.startedAt = startedAt
  }
}
