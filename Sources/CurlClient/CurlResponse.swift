/// The answer to a request.
package struct CurlResponse: Sendable, Equatable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  package var version: CurlHTTPVersion
  /// The fields of the final answer in the order in which they came, repeated ones included.
  package var fields: [CurlField]
  /// The trailer fields (RFC 9110 §6.5), apart from the fields.
  package var trailers: [CurlField]
  package var body: [UInt8]

  /// The value of the first field of that name.
  package func value(of name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The values of all fields of that name.
  package func values(of name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }

  /// The body read as UTF-8, invalid bytes replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// The protocol version in which an answer came.
package enum CurlHTTPVersion: Sendable, Equatable {
  case http10, http11, http2, http3
  case unknown
}
