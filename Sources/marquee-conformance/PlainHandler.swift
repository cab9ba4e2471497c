import HTTPWire

/// Responds with parts of the request: its body, its fields or its cookies.
struct PlainHandler: RequestHandler {
  private static let allow: HTTPField = .init("Allow", "GET, HEAD, OPTIONS, POST, PUT")
  private let empty = PreparedResponse(HTTPResponse(200, contentType: "text/plain; charset=utf-8", body: []))
  private let healthy = PreparedResponse(
    HTTPResponse(200, contentType: "text/plain; charset=utf-8", body: Array("ok\n".utf8)))
  /// The response to OPTIONS (RFC 9110 §9.3.7).
  private let options = PreparedResponse(HTTPResponse(200, fields: [allow]))
  private let notAllowed = PreparedResponse(HTTPResponse(405, fields: [allow]))

  func handle(_ request: borrowing HTTPRequest, loop: inout Void) -> Reply {
    if request.path == "/echo" {
      return text(fields(of: request), adding: request.method == .options ? [Self.allow] : [])
    }
    if request.method == .options { return .prepared(options) }
    if request.path == "/cookie" { return text(cookies(of: request)) }
    switch request.method {
    case .get, .head: return .prepared(request.path == "/health" ? healthy : empty)
    case .post, .put:
      let type = request.field(.contentType).map { String(decoding: $0) } ?? "application/octet-stream"
      var response = HTTPResponse(200, body: Array(request.body))
      response.add("Content-Type", type)
      return .response(response)
    default: return .prepared(notAllowed)
    }
  }

  /// The request's fields in order, one per line.
  private func fields(of request: borrowing HTTPRequest) -> [UInt8] {
    var lines: [UInt8] = []
    for index in 0..<request.fieldCount {
      lines += Array(request.fieldName(at: index))
      lines += [0x3A, 0x20]
      lines += Array(request.fieldValue(at: index))
      lines.append(0x0A)
    }
    return lines
  }

  private func cookies(of request: borrowing HTTPRequest) -> [UInt8] {
    var lines: [UInt8] = []
    request.forEachValue(of: .cookie) { value in
      for pair in CookieField.pairs(value) { lines += Array("\(pair.name)=\(pair.value)\n".utf8) }
    }
    return lines
  }

  private func text(_ body: [UInt8], adding fields: [HTTPField] = []) -> Reply {
    var response = HTTPResponse(200, contentType: "text/plain; charset=utf-8", body: body)
    response.fields += fields
    return .response(response)
  }
}
