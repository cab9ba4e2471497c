import HTTPWire
import Screens

/// A request for a screen or an endpoint, and its response.
struct JournalEntry: Sendable {
  /// The response, in the form in which it was sent. It is parsed when somebody reads the journal.
  enum Response: Sendable {
    /// A prepared head, and its body if the journal keeps bodies. With a body, both are views of bytes that
    /// the screen holds anyway; without one, the head is a copy.
    case rendered(HTTPStatus, head: ArraySlice<UInt8>, body: ArraySlice<UInt8>)
    case fields(HTTPStatus, [HTTPField], body: ArraySlice<UInt8>)
    /// The connection ended without an HTTP response.
    case none
  }

  /// The id of the request: one more than that of the request before it.
  var number = 0
  /// Milliseconds since 1970 UTC.
  let at: Int64
  /// The time until the response was ready, in milliseconds.
  let duration: Int
  let isHead: Bool
  /// The screen's route; empty for an endpoint that is no screen.
  let route: String
  /// The query as sent, without the question mark.
  let query: [UInt8]
  /// The request fields that affect the response.
  let fields: JournalFields
  let response: Response
  /// Of a request for an endpoint; nil for one of `/screens/{route}`.
  var exchange: JournalExchange?

  /// The approximate memory that the entry takes, in bytes.
  var bytes: Int {
    let size: Int =
      switch self.response {
      case .rendered(_, let head, let body): head.count + plainCount(of: body)
      case .fields(_, let fields, let body): fields.reduce(body.count) { $0 + 64 + $1.value.utf8.count }
      case .none: 0
      }
    return 200 + route.utf8.count + query.count + fields.lines.capacity + size + (exchange?.bytes ?? 0)
  }

  /// The memory of a body. A gzipped body also counts with its plain size, which is in its trailer (RFC 1952 §2.3.1,
  /// ISIZE), because reading the journal decompresses it.
  private func plainCount(of body: ArraySlice<UInt8>) -> Int {
    guard body.starts(with: [0x1F, 0x8B]), body.count > 18 else { return body.count }
    return body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } + body.count
  }

  /// A placeholder for an evicted entry; it frees the memory.
  static let evicted = JournalEntry(
    at: 0, duration: 0, isHead: false, route: "", query: [], fields: JournalFields(), response: .none)

  /// The status of the response; nil for a connection that ended without one.
  var status: Int? {
    switch response {
    case .rendered(let status, _, _): status.rawValue
    case .fields(let status, _, _): status.rawValue
    case .none: nil
    }
  }

  /// The entry with its parts parsed and its secrets left out.
  var described: RedactedRequest { RedactedRequest(self) }
}
