import AdminModel
import HTTPWire
import JSONText
import Screens

/// A request of the journal as the admin API shows it, without secrets.
struct RedactedRequest: Sendable {
  let entry: JournalEntry
  /// Empty for an endpoint that is no screen.
  let route: String
  let path: String
  /// The path without the query.
  let plainPath: String
  /// The percent-encoded query, without the question mark.
  let query: String
  /// The parameters of the query, decoded.
  let parameters: [QueryParameters.Pair]
  /// The request fields that affect the response.
  let requestFields: [HTTPField]
  let user: String?
  let attributes: JSONObject
  let version: Int?
  /// The value of `Screen-Assignments`: the variant of each experiment.
  let assignments: String?
  /// The value of `Mock-Applied`: the effects of the mock.
  let applied: String?
  /// The fields of the response.
  let fields: [HTTPField]

  init(_ entry: JournalEntry) {
    self.entry = entry
    let query = String(decoding: entry.query, as: UTF8.self)
    route = SecretRedaction.redacted(route: entry.route)
    let shown = query.isEmpty ? "" : String(SecretRedaction.redacted(target: "?" + query).dropFirst())
    self.query = shown
    plainPath = entry.exchange?.path ?? "/screens/" + route
    path = plainPath + (query.isEmpty ? "" : "?" + shown)
    parameters = Array(shown.utf8).withBytes { QueryParameters.parse($0) }
    // Parsed after the redaction, so that no attribute contains a secret.
    let parsed = Array(shown.utf8).withBytes { try? ScreenQuery($0) }
    let requestFields = entry.fields.described
    self.requestFields = requestFields
    let byField = requestFields.first { $0.isNamed("screen-user") }.map(\.value)
    let asked =
      entry.exchange?.user ?? parsed?.user.flatMap { $0.isEmpty ? nil : $0 }
      ?? byField.flatMap { $0.isEmpty ? nil : $0 }
    user = asked
    attributes = entry.exchange == nil ? parsed?.attributes ?? [:] : [:]
    let fields: [HTTPField] =
      switch entry.response {
      case .rendered(_, let head, _): PreparedResponse.fields(in: head)
      case .fields(_, let known, _): known
      case .none: []
      }
    self.fields = fields
    func field(_ name: StaticString) -> String? { fields.first { $0.isNamed(name) }?.value }
    version = field("screen-version").flatMap { Int($0) }
    assignments = field("screen-assignments")
    applied = field("mock-applied")
  }

  var method: String { entry.exchange?.method ?? (entry.isHead ? "HEAD" : "GET") }

  /// The body as sent; empty if the journal did not keep it.
  var sentBody: [UInt8] {
    switch entry.response {
    case .rendered(_, _, let body), .fields(_, _, let body): Array(body)
    case .none: []
    }
  }

  /// The decompressed body; nil if the journal did not keep it, or if it may repeat a secret of the request.
  var plainBody: [UInt8]? {
    if let exchange = entry.exchange { return exchange.responseBody.map { Array($0.utf8) } }
    let sent = sentBody
    guard !sent.isEmpty, !mayRepeatSecret else { return nil }
    let isCoded = fields.contains { $0.isNamed("content-encoding") }
    return isCoded ? Gzip.decompress(sent, limit: RequestJournal.maximumBodyBytes) : sent
  }

  /// Whether the request contains a secret and the body was made for this request alone: a problem that quotes the
  /// request, or a template with its values. Bodies that many requests share have an entity tag.
  private var mayRepeatSecret: Bool {
    guard !fields.contains(where: { $0.isNamed("etag") }) else { return false }
    return path.contains("…") || requestFields.contains { $0.value.contains("…") }
  }

  /// The decompressed body as text; nil if it is not UTF-8.
  var body: String? { plainBody.flatMap { String(validating: $0, as: UTF8.self) } }

  /// The keys of the assigned variants.
  var variants: [String] {
    (assignments ?? "").split(separator: ",").compactMap { $0.split(separator: "=").last.map(String.init) }
  }
}

extension RecordedRequest {
  init(_ request: RedactedRequest) {
    self.init(request, body: request.body, requestBody: request.entry.exchange?.requestBody)
  }

  /// For an error that lists several requests, where bodies would be too long.
  init(withoutBody request: RedactedRequest) { self.init(request, body: nil, requestBody: nil) }

  private init(_ request: RedactedRequest, body: String?, requestBody: String?) {
    let entry = request.entry
    self.init(
      id: entry.number, at: Timestamp.text(Double(entry.at) / 1000), method: request.method,
      path: request.path, route: request.route, endpoint: entry.exchange?.endpoint, user: request.user,
      attributes: request.attributes,
      status: entry.status, version: request.version, assignments: request.assignments,
      mock: request.applied, milliseconds: entry.duration, headers: Self.headers(request.requestFields),
      requestBody: requestBody, body: body)
  }

  /// The request fields by name. Several lines of one field become a list.
  private static func headers(_ fields: [HTTPField]) -> NamedValues<String> {
    var values: [(name: String, value: String)] = []
    for field in fields {
      if let place = values.firstIndex(where: { $0.name == field.name }) {
        values[place].value += ", " + field.value
      } else {
        values.append((field.name, field.value))
      }
    }
    return NamedValues(values)
  }
}
