import HTTPWire
import JSONText
import Screens

/// A request for a screen, and how it was answered.
struct JournalEntry: Sendable {
  /// How it was answered: kept as it was sent, and read when somebody asks.
  enum Answer: Sendable {
    case prepared(PreparedResponse)
    case fields(HTTPStatus, [HTTPField])
    /// The connection ended without an answer that is HTTP.
    case none
  }

  /// Rises by one.
  var number = 0
  /// Milliseconds since 1970 UTC.
  let at: Int64
  let isHead: Bool
  let route: String
  /// What stood behind the question mark, as it came.
  let query: [UInt8]
  /// Of the field `Screen-User`.
  let user: [UInt8]
  let answer: Answer

  /// About the memory that it takes, without the answer, which others have too.
  var bytes: Int { 200 + query.count + user.count }

  /// Nil for a connection that ended without an answer.
  var status: Int? {
    switch answer {
    case .prepared(let response): response.status.rawValue
    case .fields(let status, _): status.rawValue
    case .none: nil
    }
  }

  /// All that is told of it.
  var described: DescribedRequest { DescribedRequest(self) }
}

/// A request as the journal tells of it: secrets left out.
struct DescribedRequest: Sendable {
  let entry: JournalEntry
  let path: String
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
    let path = SecretRedaction.redacted(
      target: "/screens/" + entry.route + (query.isEmpty ? "" : "?" + query))
    self.path = path
    // The parameters of what is told, so that no secret is among them.
    let shown = path.firstIndex(of: "?").map { Array(path[path.index(after: $0)...].utf8) } ?? []
    let parsed = shown.withBytes { try? ScreenQuery($0) }
    let byField = entry.user.isEmpty ? nil : String(decoding: entry.user, as: UTF8.self)
    user = parsed?.user.flatMap { $0.isEmpty ? nil : $0 } ?? byField
    attributes = parsed?.attributes ?? [:]
    let fields: [HTTPField] =
      switch entry.answer {
      case .prepared(let response): response.head.fields
      case .fields(_, let known): known
      case .none: []
      }
    self.fields = fields
    func field(_ name: StaticString) -> String? { fields.first { $0.isNamed(name) }?.value }
    version = field("screen-version").flatMap { Int($0) }
    assignments = field("screen-assignments")
    applied = field("mock-applied")
  }

  /// The variants' keys.
  var variants: [String] {
    (assignments ?? "").split(separator: ",").compactMap { $0.split(separator: "=").last.map(String.init) }
  }

  var json: JSONValue {
    [
      "id": .number(JSONNumber(entry.number)), "at": .string(Timestamp.text(Double(entry.at) / 1000)),
      "method": .string(entry.isHead ? "HEAD" : "GET"), "path": .string(path), "route": .string(entry.route),
      "user": user.map { .string($0) } ?? JSONValue.null, "attributes": .object(attributes),
      "status": entry.status.map { .number(JSONNumber($0)) } ?? JSONValue.null,
      "version": version.map { .number(JSONNumber($0)) } ?? JSONValue.null,
      "assignments": assignments.map { .string($0) } ?? JSONValue.null,
      "mock": applied.map { .string($0) } ?? JSONValue.null,
    ]
  }
}
