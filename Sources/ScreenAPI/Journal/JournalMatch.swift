import HTTPWire
import JSONText
import ScreenMock
import Screens

/// A filter for the requests of the journal. Nil members match every request.
struct JournalMatch: Sendable {
  var route: String?
  var user: String?
  var status: Int?
  var variant: String?
  /// The decoded path, without the query.
  var path: String?
  var method: String?

  /// The members of the filter that a request does not match, with the values of the request.
  func differences(from request: RedactedRequest) -> [(name: String, found: JSONValue)] {
    var differences: [(String, JSONValue)] = []
    if let route, !route.hasSameScalars(as: request.entry.route) {
      differences.append(("route", .string(request.route)))
    }
    if let user, request.user?.hasSameScalars(as: user) != true {
      differences.append(("user", request.user.map { .string($0) } ?? .null))
    }
    if let status, status != request.entry.status {
      differences.append(("status", request.entry.status.map { .number(JSONNumber($0)) } ?? .null))
    }
    if let variant, !request.variants.contains(where: { $0.hasSameScalars(as: variant) }) {
      differences.append(("variant", .array(request.variants.map { .string($0) })))
    }
    if let path, !Self.isSame(request.plainPath, path) {
      differences.append(("path", .string(request.plainPath)))
    }
    if let method, !request.method.hasSameScalars(as: method) {
      differences.append(("method", .string(request.method)))
    }
    return differences
  }

  /// A slash at the end of a path means nothing.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    EndpointPath.withoutTrailingSlash(one).hasSameScalars(as: EndpointPath.withoutTrailingSlash(other))
  }

  func matches(_ request: RedactedRequest) -> Bool { differences(from: request).isEmpty }
}

/// Listeners with equal filters share events. Units are compared by their scalars, so filters are as well: Swift's `==`
/// treats canonically equivalent texts as equal.
extension JournalMatch: Hashable {
  private var texts: [ExactString?] {
    [route, user, variant, path, method].map { text in text.map { ExactString($0) } }
  }

  static func == (one: JournalMatch, other: JournalMatch) -> Bool {
    one.status == other.status && one.texts == other.texts
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(texts)
  }
}
