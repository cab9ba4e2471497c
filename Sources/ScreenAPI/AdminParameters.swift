import HTTPWire
import JSONText
import Screens

/// The parameters of a request to the admin API, and who asks.
struct AdminParameters {
  var version: Int?
  /// The two sides of a difference.
  var from: VersionName?
  var to: VersionName?
  var baseVersion: Int?
  var before: Int?
  /// Of the journal: only what came later.
  var since: Int?
  /// Of the journal: what is looked for.
  var match = JournalMatch()
  var limit = Self.defaultLimit
  var dryRun = false
  var force = false
  var allowsReassignment = false
  /// Of a list for programs.
  var format: ExposureFormat?
  var section: String?
  var variant: String?
  let author: Author

  /// Versions on a page, unless asked for fewer or more.
  static let defaultLimit = 50
  static let maximumLimit = 500
  /// Bytes of a `Screen-Message`: a line in a history, not a document.
  static let maximumMessageBytes = 1000

  /// - Throws: ``ParameterError`` for one that is unknown, stands twice, or has no such value.
  init(_ request: borrowing HTTPRequest, of resource: AdminResource, by bearer: Bearer) throws(ParameterError)
  {
    let message = request.field(.screenMessage).map { String(decoding: $0) }
    author = Author(
      name: bearer.name,
      message: message.map {
        String(decoding: Array($0.utf8.prefix(Self.maximumMessageBytes)), as: UTF8.self)
      })
    var seen: Set<String> = []
    let isRead = request.method == .get || request.method == .head
    let allowed = isRead ? resource.readParameters : resource.writeParameters
    for pair in QueryParameters.parse(request.query ?? .empty) {
      guard seen.insert(pair.name).inserted else {
        throw ParameterError(name: pair.name, detail: "the parameter \(quoted(pair.name)) is given twice")
      }
      guard allowed.contains(pair.name) else {
        throw ParameterError(
          name: pair.name,
          detail: "unknown parameter \(quoted(pair.name))"
            + (NearestName.hint(for: pair.name, among: allowed).map { "; \($0)" } ?? ""))
      }
      switch pair.name {
      case "version": version = try Self.number(pair)
      case "from": from = try Self.versionName(pair)
      case "to": to = try Self.versionName(pair)
      case "baseVersion": baseVersion = try Self.number(pair, from: 0)
      case "since": since = try Self.number(pair, from: 0)
      case "route": match.route = pair.value
      case "user": match.user = pair.value
      case "status": match.status = try Self.number(pair)
      case "before": before = try Self.number(pair)
      case "limit": limit = min(try Self.number(pair), Self.maximumLimit)
      case "dryRun": dryRun = try Self.flag(pair)
      case "force": force = try Self.flag(pair)
      case "allowReassignment": allowsReassignment = try Self.flag(pair)
      case "format":
        guard let known = ExposureFormat(rawValue: pair.value) else {
          throw ParameterError(name: pair.name, detail: "\(quoted(pair.name)) is ndjson or csv")
        }
        format = known
      case "section": section = pair.value
      case "variant":
        variant = pair.value
        match.variant = pair.value
      default: break
      }
    }
  }

  private static func flag(_ pair: QueryParameters.Pair) throws(ParameterError) -> Bool {
    guard pair.value == "true" || pair.value == "false" else {
      throw ParameterError(name: pair.name, detail: "\(quoted(pair.name)) is true or false")
    }
    return pair.value == "true"
  }

  private static func versionName(_ pair: QueryParameters.Pair) throws(ParameterError) -> VersionName {
    if pair.value == "draft" { return .draft }
    guard let number = Int(pair.value), number >= 0, String(number) == pair.value else {
      throw ParameterError(
        name: pair.name,
        detail: "\(quoted(pair.name)) is a version, 0 for what was before the first one, or draft")
    }
    return .number(number)
  }

  private static func number(
    _ pair: QueryParameters.Pair, from least: Int = 1
  ) throws(ParameterError) -> Int {
    guard let number = Int(pair.value), number >= least, String(number) == pair.value else {
      throw ParameterError(name: pair.name, detail: "\(quoted(pair.name)) is a whole number from \(least)")
    }
    return number
  }
}
