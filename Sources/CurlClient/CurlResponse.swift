/// The response to a request.
package struct CurlResponse: Sendable, Equatable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  package var version: CurlHTTPVersion
  /// The fields of the final response in order, repeated ones included.
  package var fields: [CurlField]
  /// The trailer fields (RFC 9110 §6.5), which `fields` doesn't include.
  package var trailers: [CurlField]
  package var body: [UInt8]

  /// The value of the first field with this name, in any case.
  package func value(of name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The values of all fields with this name, in any case.
  package func values(of name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }

  /// The body decoded as UTF-8; malformed sequences become U+FFFD.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// The protocol version of a response.
package enum CurlHTTPVersion: Sendable, Equatable {
  case http10, http11, http2, http3
  case unknown
}
