import HTTPWire
import Screens

extension ScreenAPI {
  /// `GET /assets/{path}`.
  func asset(_ name: String, _ request: borrowing HTTPRequest) -> Reply {
    let owned = request.owned()
    return offloaded(counting: PublicResource.asset(name).pattern) { responder in
      responder.respond(.response(owned.withRequest { assetAnswer(name, $0) }))
    }
  }

  private func assetAnswer(_ name: String, _ request: borrowing HTTPRequest) -> HTTPResponse {
    guard let path = publisher.catalogue.assets.path(of: name) else {
      return Problem.notFound("/assets/" + name).response
    }
    guard case .success(let bytes) = FileAccess.bytes(of: path, limit: AssetFolder.maximumBytes) else {
      return Problem(
        500, "unreadable-asset", "The asset cannot be read",
        "\(quoted(name)) is not readable, or has more than \(AssetFolder.maximumBytes) bytes"
      ).response
    }
    let tag = EntityTag.of(bytes)
    let common: [HTTPField] = [
      HTTPField("ETag", cleaning: tag), HTTPField("Cache-Control", "no-cache"),
      HTTPField("Accept-Ranges", "bytes"), HTTPField("Access-Control-Allow-Origin", "*"),
    ]
    switch Array(tag.utf8).withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
    case .notModified: return HTTPResponse(304, fields: common)
    case .failed:
      return Problem(
        412, "precondition-failed", "The asset is another", "no entity tag of If-Match is current"
      )
      .response
    case .proceed: break
    }
    let own: [HTTPField] = [
      HTTPField("Content-Type", AssetType.of(bytes, name: name)),
      HTTPField("X-Content-Type-Options", "nosniff"),
    ]
    switch Self.range(request, tag: tag, count: bytes.count) {
    case .whole: return HTTPResponse(200, fields: own + common, body: bytes)
    case .part(let range):
      let field = HTTPField(
        "Content-Range", cleaning: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
      return HTTPResponse(206, fields: own + common + [field], body: Array(bytes[range]))
    case .unsatisfiable:
      var problem = Problem(
        416, "range-not-satisfiable", "There is no such range", "the asset has \(bytes.count) bytes")
      problem.fields = [HTTPField("Content-Range", cleaning: "bytes */\(bytes.count)")]
      return problem.response
    }
  }

  /// A range is of the very bytes that the client has a part of already (RFC 9110 §13.1.5).
  private static func range(_ request: borrowing HTTPRequest, tag: String, count: Int) -> ByteRange {
    guard request.method == .get, let field = request.list(.range) else { return .whole }
    if let known = request.field(.ifRange), String(decoding: known) != tag { return .whole }
    return ByteRange(field, of: count)
  }
}
