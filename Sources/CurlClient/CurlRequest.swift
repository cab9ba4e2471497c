/// One HTTP request, sent as it stands here: the path is not normalised, no redirect is followed, no proxy
/// and no netrc is looked at, and no field is added but `Host` and the framing of the body.
package struct CurlRequest: Sendable {
  package var method: String
  /// An absolute `http` or `https` URL, percent-encoded already.
  package var url: String
  package var fields: [CurlField]
  /// Nil sends no body; an empty one sends `Content-Length: 0`.
  package var body: [UInt8]?
  /// The longest that the whole exchange may take, connecting included.
  package var timeout: Duration
  /// Asks for gzip (`Accept-Encoding: gzip`) and unpacks the body of the answer; its fields stay as they came.
  package var unpacksGzip = false
  /// An answer with a larger body, after unpacking, is given up.
  package var bodyLimit = 64 << 20

  package init(
    _ method: String = "GET", _ url: String, fields: [CurlField] = [], body: [UInt8]? = nil,
    timeout: Duration = .seconds(30)
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}

extension CurlRequest {
  /// The timeout in whole milliseconds, at least one: zero means "for ever" to libcurl.
  var timeoutMilliseconds: Int {
    let (seconds, attoseconds) = timeout.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let longest = Int64(Int32.max)
    guard !overflow, (0..<longest).contains(scaled) else { return seconds > 0 ? Int(longest) : 1 }
    return Int(max(1, scaled + attoseconds / 1_000_000_000_000_000))
  }
}
