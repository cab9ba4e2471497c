import HTTPWire
import Screens
import TextTemplate

/// The body of a combination in one format, as responses that are ready to send. State: rendition.
final class Rendition: Sendable {
  /// The responses with one content coding. State: response.
  final class Coded: Sendable {
    let tag: [UInt8]
    let full: PreparedResponse
    let notModified: PreparedResponse

    init(_ body: RenditionBody.Coded, coding: String?, fields: [HTTPField]) {
      tag = Array(body.tag.utf8)
      let shared = fields + [HTTPField("ETag", cleaning: body.tag)]
      var own: [HTTPField] = [HTTPField("Content-Type", "application/json")]
      if let coding { own.append(HTTPField("Content-Encoding", cleaning: coding)) }
      full = PreparedResponse(HTTPResponse(200, fields: own + shared, body: body.bytes))
      notModified = PreparedResponse(HTTPResponse(304, fields: shared))
    }

    /// A problem, which matches no entity tag.
    init(_ problem: HTTPResponse) {
      tag = Array(EntityTag.of(problem.body).utf8)
      full = PreparedResponse(problem)
      notModified = full
    }
  }

  /// The fields that name the version and the variants.
  let fields: [HTTPField]
  let identity: Coded
  /// The gzipped body; nil if compression does not make it smaller.
  let gzip: Coded?
  /// The template of a body that is filled for each request; nil if all requests get the same body. With a template,
  /// ``identity`` contains placeholders and is never sent.
  let template: DocumentTemplate?

  /// Whether it is a problem in place of a body.
  var isProblem: Bool { identity.full.status != 200 }

  /// The memory of the bodies.
  var bytes: Int { identity.full.body.count + (gzip?.full.body.count ?? 0) }

  /// Keeps the body: ``SharedBodies`` does not. Nil for a problem.
  private let body: RenditionBody?
  /// The request fields that this rendition depends on, beyond those that all renditions depend on.
  private let vary: [String]

  /// - Parameters:
  ///   - vary: the request fields that it depends on, beyond those that all renditions depend on.
  ///   - fields: the fields that name the version and the variants.
  ///   - template: the template of a body that is filled for each request.
  ///   - bodies: the bodies of the screens in other languages; nil for a screen in one language.
  init(
    body: [UInt8], vary: [String] = [], fields: [HTTPField], template: DocumentTemplate? = nil,
    sharing bodies: SharedBodies? = nil
  ) {
    self.template = template
    self.fields = fields
    self.vary = vary
    let all = fields + [HTTPField("Cache-Control", "no-cache")] + Self.common(vary: vary)
    let known = template == nil ? bodies?.body(body) : nil
    let body = known ?? RenditionBody(body, isTemplate: template != nil)
    self.body = body
    identity = Coded(body.identity, coding: nil, fields: all)
    gzip = body.gzip.map { Coded($0, coding: "gzip", fields: all) }
  }

  /// The problem of a screen that is too large, in place of its body.
  init(_ problem: Problem) {
    template = nil
    fields = []
    body = nil
    vary = []
    identity = Coded(problem.screenResponse)
    gzip = nil
  }

  /// The response for a preview of a draft, which no cache may store.
  var preview: HTTPResponse {
    HTTPResponse(
      identity.full.status, fields: Self.uncached + fields + Self.common(vary: vary),
      body: identity.full.body)
  }

  /// The response that a cache may keep for a year (RFC 8246): its URL names exactly these bytes.
  /// - Parameters:
  ///   - gzip: whether the client prefers gzip.
  ///   - isKept: whether caches may keep it.
  func immutable(gzip: Bool, isKept: Bool) -> HTTPResponse {
    // The URL names the language.
    let names = ["Accept-Encoding"] + vary.filter { $0 != Self.languageField }
    let vary = HTTPField("Vary", cleaning: names.joined(separator: ", "))
    return response(
      gzip: gzip, caching: isKept ? "public, max-age=31536000, immutable" : "no-store", vary: vary)
  }

  /// The response as one that can be changed.
  /// - Parameters:
  ///   - gzip: whether the client prefers gzip.
  ///   - caching: the value of `Cache-Control`.
  ///   - field: `Vary`; nil for that of every response to `GET /screens/{route}`.
  func response(gzip isWanted: Bool, caching: String, vary field: HTTPField? = nil) -> HTTPResponse {
    let coded = isWanted ? gzip ?? identity : identity
    guard coded.full.status == 200 else {
      var problem = coded.full.head
      problem.body = coded.full.body
      return problem
    }
    var response = HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", cleaning: caching),
        field ?? Self.vary(adding: vary),
        HTTPField("ETag", cleaning: String(decoding: coded.tag, as: UTF8.self)),
      ] + fields + CORS.fields, body: coded.full.body)
    if coded !== identity { response.add("Content-Encoding", "gzip") }
    return response
  }

  /// The digest of the body without content coding, in hexadecimal.
  var digest: String { String(decoding: identity.tag, as: UTF8.self).filter { $0 != "\"" } }

  /// Whether the body is the same for all requests and has this digest.
  func has(_ digest: String) -> Bool { template == nil && self.digest == digest }

  /// The response to one request, with the filled template as its body. No cache may store it.
  func filled(_ template: DocumentTemplate, _ values: inout TemplateValues) -> HTTPResponse {
    HTTPResponse(
      identity.full.status, fields: Self.uncached + fields + Self.common(vary: vary),
      body: template.rendered(with: &values))
  }

  private static let uncached: [HTTPField] = [
    HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store"),
  ]

  /// The request field that chooses the language of a screen with translations, if the URL does not.
  static let languageField = "Accept-Language"

  /// The fields of every response to `GET /screens/{route}`.
  /// - Parameter others: the request fields that affect this response, beyond those that always do.
  static func common(vary others: [String] = []) -> [HTTPField] { [vary(adding: others)] + CORS.fields }

  /// The fields of a response that depends on more request fields than the rendition does.
  func common(adding others: [String]) -> [HTTPField] { Self.common(vary: vary + others) }

  /// `Vary` of a response to `GET /screens/{route}`. It names all fields, even those that the request does not have:
  /// otherwise, a cache would use this response for requests that have them.
  /// - Parameter others: further fields that affect this response.
  static func vary(adding others: [String] = []) -> HTTPField {
    let names = ["Accept-Encoding", "Screen-User", "Accept-View-Types", "Client-Release"] + others
    return HTTPField("Vary", cleaning: names.joined(separator: ", "))
  }
}

extension Problem {
  /// The response to a screen request that failed with this problem.
  var screenResponse: HTTPResponse {
    var response = response
    if !fields.contains(where: { $0.isNamed("vary") }) { response.fields.append(Rendition.vary()) }
    return response
  }
}
