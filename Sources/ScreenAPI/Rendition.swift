import HTTPWire
import Screens
import TextTemplate

/// One body of a screen with everything that is sent with it.
final class Rendition: Sendable {
  /// A body in one content coding.
  final class Coded: Sendable {
    let tag: [UInt8]
    let full: PreparedResponse
    let notModified: PreparedResponse

    init(body: [UInt8], coding: String?, fields: [HTTPField]) {
      let tag = EntityTag.of(body)
      self.tag = Array(tag.utf8)
      let shared = fields + [HTTPField("ETag", cleaning: tag)]
      var own: [HTTPField] = [HTTPField("Content-Type", "application/json")]
      if let coding { own.append(HTTPField("Content-Encoding", cleaning: coding)) }
      full = PreparedResponse(HTTPResponse(200, fields: own + shared, body: body))
      notModified = PreparedResponse(HTTPResponse(304, fields: shared))
    }
  }

  /// What tells which version and variant it is.
  let fields: [HTTPField]
  private let vary: String
  let identity: Coded
  /// Nil when compression does not make the body smaller.
  let gzip: Coded?
  /// What the body is made of for each request; nil for one that is the same for all. ``identity`` then has places in it
  /// in place of values, and is sent to nobody.
  let template: DocumentTemplate?

  /// Memory of its bodies.
  var bytes: Int { identity.full.bodyCount + (gzip?.full.bodyCount ?? 0) }

  /// - Parameters:
  ///   - vary: what in a request decided, beside what every screen depends on.
  ///   - fields: what tells which version and variant it is.
  ///   - template: what the body is made of for each request.
  init(body: [UInt8], vary: String = "", fields: [HTTPField], template: DocumentTemplate? = nil) {
    self.template = template
    self.fields = fields
    self.vary = vary
    let common = Self.common(vary: vary)
    let all = fields + common
    identity = Coded(body: body, coding: nil, fields: all)
    gzip = template != nil ? nil : Gzip.compress(body).map { Coded(body: $0, coding: "gzip", fields: all) }
  }

  /// For a look at what is not published yet: kept by nobody.
  var preview: HTTPResponse {
    let common: [HTTPField] = [
      HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store"),
    ]
    return HTTPResponse(200, fields: common + fields, body: Array(identity.full.body))
  }

  /// For one request, of a body that is made for each: no cache may keep it.
  func filled(_ template: DocumentTemplate, _ values: inout TemplateValues) -> HTTPResponse {
    var fields = fields + common(vary: "")
    fields.removeAll { $0.isNamed("cache-control") }
    return HTTPResponse(
      200,
      fields: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store")]
        + fields, body: template.rendered(with: &values))
  }

  /// What is sent with every body of a screen that stands for it.
  /// - Parameter vary: what in a request decided beside, each after a comma.
  func common(vary: String) -> [HTTPField] { Self.common(vary: self.vary + vary) }

  private static func common(vary: String) -> [HTTPField] {
    [
      HTTPField("Cache-Control", "no-cache"),
      HTTPField("Vary", cleaning: "Accept-Encoding, Screen-User" + vary),
      HTTPField("Access-Control-Allow-Origin", "*"),
      HTTPField(
        "Access-Control-Expose-Headers",
        "ETag, Screen-Version, Screen-Experiment, Screen-Variant, Screen-Assignments, Screen-Downgraded, IM, Delta-Base"
      ),
    ]
  }
}
