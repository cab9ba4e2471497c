import HTTPWire

/// What an access log has of one request and its answer.
package struct AccessRecord: Sendable {
  /// The address of the other side, as text; nil when it was gone already.
  package let client: String?
  /// Nil for what could not be read as a request.
  package let request: AccessedRequest?
  /// Nil when the client went away before there was an answer.
  package let status: Int?
  /// Bytes of the answer, its head included.
  package let bytes: Int
  /// From the last byte of the request to the last of the answer given to the system.
  package let nanoseconds: UInt64
}

/// A request as an access log names it.
package struct AccessedRequest: Sendable {
  package let method: String
  /// Path and query as they were sent.
  package let target: String
  package let userAgent: String?

  init(_ request: borrowing HTTPRequest) {
    method = String(decoding: request.methodName)
    let path = String(decoding: request.path)
    target = request.query.map { path + "?" + String(decoding: $0) } ?? path
    userAgent = request.field(.userAgent).map { String(decoding: $0) }
  }
}

/// What is known of a request that has not been answered in full.
final class AccessEntry {
  let request: AccessedRequest?
  let began: UInt64
  /// Of an answer whose body is streamed.
  var status: Int?
  /// Bytes that the connection had written when that began.
  var written: UInt64 = 0

  init(_ request: AccessedRequest?, began: UInt64) {
    self.request = request
    self.began = began
  }
}
