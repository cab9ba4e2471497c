import HTTPWire
import Screens

extension HTTPResponse {
  /// The validated response, or the part of it that the request asks for (RFC 9110 §14).
  ///
  /// A range counts the bytes of the body without a content coding.
  func ranged(_ request: borrowing HTTPRequest) -> HTTPResponse {
    guard status == 200 else { return self }
    let tag = EntityTag.of(body)
    let range = Self.range(request, tag: tag, count: body.count)
    if range == .whole { return validated(request) }
    if let response = precondition(of: request, tag: tag) { return response }
    switch range {
    case .whole: return self
    case .part(let range):
      var part = varying
      part.status = 206
      part.body = Array(body[range])
      part.add("ETag", tag)
      part.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)")
      return part
    case .unsatisfiable:
      var problem = Problem(.rangeNotSatisfiable, "the asset has \(body.count) bytes")
      problem.fields = [HTTPField("Content-Range", cleaning: "bytes */\(body.count)")]
      return problem.response
    }
  }

  /// The requested range. The whole body if `If-Range` names another entity tag: the client's part is then outdated
  /// (RFC 9110 §13.1.5).
  private static func range(_ request: borrowing HTTPRequest, tag: String, count: Int) -> ByteRange {
    guard request.method == .get, let field = request.list(.range) else { return .whole }
    if let known = request.field(.ifRange), Array(known) != Array(tag.utf8) { return .whole }
    return ByteRange(field, of: count)
  }
}
