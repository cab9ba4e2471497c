import HTTPWire

/// Cross-origin reads (Fetch standard §3.3): scripts of any origin may read every public response and its fields.
enum CORS {
  static let allowOrigin: HTTPField = HTTPField("Access-Control-Allow-Origin", "*")

  /// The fields of every public response, including 304: a browser hides the response fields that are not listed here.
  static let fields: [HTTPField] = [
    allowOrigin,
    HTTPField(
      "Access-Control-Expose-Headers",
      """
      ETag, Location, Retry-After, Allow, Vary, WWW-Authenticate, Accept-Ranges, Content-Range, Screen-Version, \
      Screen-Experiment, Screen-Variant, Screen-Assignments, Screen-Arm, Screen-Downgraded, Screen-Downgraded-Count, \
      Screen-Report, Surrogate-Key, Link, IM, Delta-Base, Mock-Applied, Preference-Applied, X-SSE-Support
      """),
  ]

  /// The response to OPTIONS: the methods, and to a preflight (Fetch standard §3.2.2) that any origin may send a request
  /// with any fields.
  static func options(_ request: borrowing HTTPRequest, allowed: [String]) -> HTTPResponse {
    let methods = allowed.joined(separator: ", ")
    guard request.field(.origin) != nil, request.field(.accessControlRequestMethod) != nil else {
      return HTTPResponse(204, fields: [HTTPField("Allow", cleaning: methods)] + fields)
    }
    var response = HTTPResponse(
      204,
      fields: [
        HTTPField("Allow", cleaning: methods), allowOrigin,
        HTTPField("Access-Control-Allow-Methods", cleaning: methods),
        HTTPField("Access-Control-Max-Age", "600"), HTTPField("Vary", "Access-Control-Request-Headers"),
      ])
    if let wanted = request.list(.accessControlRequestHeaders) {
      response.add("Access-Control-Allow-Headers", wanted)
    }
    return response
  }
}

extension HTTPResponse {
  /// The response without the fields of ``CORS``: pages of other origins may not read the admin API.
  var withoutCORS: HTTPResponse {
    var response = self
    response.fields.removeAll { field in CORS.fields.contains { $0.name == field.name } }
    return response
  }

  /// The response to a malformed request.
  static func wireProblem(_ error: WireError) -> HTTPResponse {
    var response = HTTPResponse.problem(error)
    response.fields += CORS.fields
    return response
  }

  /// 500 for a request whose handler returned no response.
  static var internalFault: HTTPResponse { wireProblem(.internalFault) }
}
