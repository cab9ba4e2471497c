import HTTPWire
import JSONText
import Screens

/// A request for a screen, and how it was answered.
struct JournalEntry: Sendable {
  /// How it was answered: kept as it was sent, and read when somebody asks.
  enum Answer: Sendable {
    /// A head as it was rendered ahead, and the body when those are kept: views of bytes that are there anyway.
    case rendered(HTTPStatus, head: ArraySlice<UInt8>, body: ArraySlice<UInt8>)
    case fields(HTTPStatus, [HTTPField], body: ArraySlice<UInt8>)
    /// The connection ended without an answer that is HTTP.
    case none
  }

  /// Rises by one.
  var number = 0
  /// Milliseconds since 1970 UTC.
  let at: Int64
  /// How long the answer took to come, in milliseconds.
  let duration: Int
  let isHead: Bool
  let route: String
  /// What stood behind the question mark, as it came.
  let query: [UInt8]
  /// Of the field `Screen-User`.
  let user: [UInt8]
  let answer: Answer

  /// About the memory that it takes.
  var bytes: Int {
    let answer: Int =
      switch self.answer {
      case .rendered(_, let head, let body): head.count + plainCount(of: body)
      case .fields(_, let fields, let body): fields.count * 64 + body.count
      case .none: 0
      }
    return 200 + route.utf8.count + query.count + user.count + answer
  }

  /// Bytes of a body when its coding is undone, as it is told (RFC 1952 §2.3.1, ISIZE).
  private func plainCount(of body: ArraySlice<UInt8>) -> Int {
    guard body.starts(with: [0x1F, 0x8B]), body.count > 18 else { return body.count }
    return body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } + body.count
  }

  /// What is left in the place of one that was let go.
  static let gone = JournalEntry(
    at: 0, duration: 0, isHead: false, route: "", query: [], user: [], answer: .none)

  /// Nil for a connection that ended without an answer.
  var status: Int? {
    switch answer {
    case .rendered(let status, _, _): status.rawValue
    case .fields(let status, _, _): status.rawValue
    case .none: nil
    }
  }

  /// All that is told of it.
  var described: DescribedRequest { DescribedRequest(self) }
}

/// A request as the journal tells of it: secrets left out.
struct DescribedRequest: Sendable {
  let entry: JournalEntry
  let route: String
  let path: String
  /// Of its query.
  let parameters: [QueryParameters.Pair]
  /// The value of `Screen-User`.
  let byField: String?
  let user: String?
  let attributes: JSONObject
  let version: Int?
  /// The variants of the screen's experiments, as `Screen-Assignments` has them.
  let assignments: String?
  /// What the mock has done.
  let applied: String?
  let fields: [HTTPField]

  init(_ entry: JournalEntry) {
    self.entry = entry
    let query = String(decoding: entry.query, as: UTF8.self)
    route = SecretRedaction.redacted(route: entry.route)
    let shown = query.isEmpty ? "" : String(SecretRedaction.redacted(target: "?" + query).dropFirst())
    path = "/screens/" + route + (query.isEmpty ? "" : "?" + shown)
    parameters = Array(shown.utf8).withBytes { QueryParameters.parse($0) }
    // The parameters of what is told, so that no secret is among them.
    let parsed = Array(shown.utf8).withBytes { try? ScreenQuery($0) }
    let byField =
      entry.user.isEmpty
      ? nil : SecretRedaction.withoutTokens(String(decoding: entry.user, as: UTF8.self))
    self.byField = byField
    user = parsed?.user.flatMap { $0.isEmpty ? nil : $0 } ?? byField
    attributes = parsed?.attributes ?? [:]
    let fields: [HTTPField] =
      switch entry.answer {
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

  /// The body that was sent, without its coding; nil when bodies are not kept, and for one that is not text.
  var body: String? {
    let sent: [UInt8] =
      switch entry.answer {
      case .rendered(_, _, let body), .fields(_, _, let body): Array(body)
      case .none: []
      }
    guard !sent.isEmpty else { return nil }
    let isCoded = fields.contains { $0.isNamed("content-encoding") }
    guard let plain = isCoded ? Gzip.decompress(sent, limit: RequestJournal.maximumBodyBytes) : sent else {
      return nil
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// The variants' keys.
  var variants: [String] {
    (assignments ?? "").split(separator: ",").compactMap { $0.split(separator: "=").last.map(String.init) }
  }

  var json: JSONValue {
    var object = members
    if let body { object["body"] = .string(body) }
    return .object(object)
  }

  /// For a message in which bodies would be too much.
  var jsonWithoutBody: JSONValue { .object(members) }

  private var members: JSONObject {
    [
      "id": .number(JSONNumber(entry.number)), "at": .string(Timestamp.text(Double(entry.at) / 1000)),
      "method": .string(entry.isHead ? "HEAD" : "GET"), "path": .string(path), "route": .string(route),
      "user": user.map { .string($0) } ?? JSONValue.null, "attributes": .object(attributes),
      "status": entry.status.map { .number(JSONNumber($0)) } ?? JSONValue.null,
      "version": version.map { .number(JSONNumber($0)) } ?? JSONValue.null,
      "assignments": assignments.map { .string($0) } ?? JSONValue.null,
      "mock": applied.map { .string($0) } ?? JSONValue.null,
      "milliseconds": .number(JSONNumber(entry.duration)),
    ]
  }
}
