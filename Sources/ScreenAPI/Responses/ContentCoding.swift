import HTTPWire
import Screens

/// Compression of responses that are made for one request.
extension HTTPResponse {
  /// The size up to which bodies are not compressed: they fit in one packet anyway.
  static let maximumUncodedBytes = 1024

  /// Whether the body is large enough, and of a type that compresses well.
  var isCompressible: Bool {
    guard body.count > Self.maximumUncodedBytes, status != 206, value(of: "content-encoding") == nil,
      let type = value(of: "content-type")
    else { return false }
    let media = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    return media.hasPrefix("text/") || media == "application/json" || media.hasSuffix("+json")
      || media.hasSuffix("+xml")
  }

  /// The response in the content coding that the client prefers. Takes milliseconds for a large body: do not call it on
  /// a loop.
  ///
  /// A response with an entity tag is not compressed here. Its tag identifies exactly these bytes, or a version for
  /// `If-Match` in a later write.
  /// - Parameter gzip: whether the client prefers gzip.
  func coded(gzip: Bool) -> HTTPResponse {
    guard isCompressible, value(of: "etag") == nil else { return self }
    return varying.compressed(gzip)
  }

  /// The response with an entity tag, one for each content coding; or 304 or 412 by the request's preconditions.
  func validated(_ request: borrowing HTTPRequest, allowsGzip: Bool = true) -> HTTPResponse {
    guard status == 200 else { return self }
    let identity = EntityTag.of(body)
    let gzip = "\(identity.dropLast())-gzip\""
    let prefersGzip = allowsGzip && ScreenAPI.takesGzip(request) && isCompressible
    // A 304 needs no compression.
    if prefersGzip, let response = precondition(of: request, tag: gzip), response.status == 304 {
      return response
    }
    var response = varying.compressed(prefersGzip)
    let tag = response.value(of: "content-encoding") == nil ? identity : gzip
    if let response = precondition(of: request, tag: tag) { return response }
    response.add("ETag", tag)
    return response
  }

  /// The 304 or 412 that the request's preconditions lead to; nil to send this response.
  /// - Parameter tag: the entity tag of this response.
  func precondition(of request: borrowing HTTPRequest, tag: String) -> HTTPResponse? {
    switch Array(tag.utf8).withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
    case .proceed: return nil
    case .notModified:
      // A 304 has no content, and so no Content-Type (RFC 9110 §15.4.5).
      var response = HTTPResponse(304, fields: varying.fields.filter { !$0.isNamed("content-type") })
      response.add("ETag", tag)
      return response
    case .failed:
      return Problem(
        .preconditionFailed, "no entity tag of If-Match is current"
      ).response
    }
  }

  /// The response, with `Vary` when its content coding is negotiated.
  var varying: HTTPResponse {
    guard isCompressible else { return self }
    var response = self
    response.add("Vary", "Accept-Encoding")
    return response
  }

  /// The compressed response, if that is wanted, possible and smaller.
  private func compressed(_ isWanted: Bool) -> HTTPResponse {
    guard isWanted, isCompressible, let bytes = Gzip.compress(body, effort: .fast), bytes.count < body.count
    else { return self }
    var response = self
    response.body = bytes
    response.add("Content-Encoding", "gzip")
    return response
  }
}

extension ScreenAPI {
  /// The reply in the content coding that the client prefers, compressed off the loop.
  func coded(_ reply: Reply, _ request: borrowing HTTPRequest) -> Reply {
    let gzip = Self.takesGzip(request)
    switch reply {
    case .response(let response):
      guard gzip, response.isCompressible else { return .response(response.coded(gzip: false)) }
      return .deferred { outer in
        environment.offload { outer.respond(response.coded(gzip: true)) }
      }
    case .deferred(let work):
      return .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            guard case .response(let response) = outcome else {
              outer.forward(outcome)
              return
            }
            outer.respond(response.coded(gzip: gzip))
          })
      }
    case .prepared, .stream: return reply
    }
  }

  /// Whether the client prefers gzip to no coding.
  static func takesGzip(_ request: borrowing HTTPRequest) -> Bool {
    request.list(.acceptEncoding).map { prefersGzip($0) } ?? false
  }
}
