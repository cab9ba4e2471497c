/// An HTTP request, sent exactly as given: the path is not normalized, redirects are not followed, proxies and netrc
/// are ignored, and the only added fields are `Host` and those that frame the body.
package struct CurlRequest: Sendable {
  package var method: String
  /// An absolute, percent-encoded `http` or `https` URL.
  package var url: String
  package var fields: [CurlField]
  /// Nil sends no body; an empty one sends `Content-Length: 0`.
  package var body: [UInt8]?
  /// The timeout of the whole exchange, including connecting. By default it suits tests: a server with a sanitizer, beside
  /// other load, can need more than a minute.
  package var timeout: Duration
  /// Whether to request gzip (`Accept-Encoding: gzip`) and decode the body of the response. Its fields are unchanged.
  package var decodesGzip = false
  /// The largest size of a decoded body in bytes. A larger one is an error.
  package var bodyLimit = 64 << 20

  package init(
    _ method: String = "GET", _ url: String, fields: [CurlField] = [], body: [UInt8]? = nil,
    timeout: Duration = .seconds(300)
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}

extension CurlRequest {
  /// The timeout in whole milliseconds, at least 1, because 0 disables libcurl's timeout.
  var timeoutMilliseconds: Int {
    let (seconds, attoseconds) = timeout.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let longest = Int64(Int32.max)
    guard !overflow, (0..<longest).contains(scaled) else { return seconds > 0 ? Int(longest) : 1 }
    return Int(max(1, scaled + attoseconds / 1_000_000_000_000_000))
  }
}
