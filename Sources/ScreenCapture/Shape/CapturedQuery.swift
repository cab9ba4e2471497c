import HTTPWire
import JSONText

/// The query of a recorded request as the server reads it: attributes, and a variant.
struct CapturedQuery: Sendable, Equatable {
  /// The attributes for targeting, by which requirements choose sections.
  let attributes: JSONObject
  let variant: String?
  /// The number of the page that it leads to, if it is a later page of the query before it.
  var page: Int?

  /// Parameters that have a meaning of their own in Marquee.
  static let ownNames: Set<String> = ["version", "format", "arm", "rendition"]

  /// - Parameter user: the unit of the request, if the query has none.
  init(_ pairs: [QueryParameters.Pair], user: String?) {
    var attributes = JSONObject()
    var variant: String?
    var unit = user
    var seen: Set<ExactString> = []
    for pair in pairs where seen.insert(ExactString(pair.name)).inserted {
      switch pair.name {
      case "variant": variant = pair.value
      case "user": unit = pair.value
      case let name where !Self.ownNames.contains(name): attributes[name] = Self.value(pair.value)
      default: break
      }
    }
    // An empty value means no unit.
    if let unit, !unit.isEmpty { attributes["user"] = .string(unit) }
    self.attributes = attributes
    self.variant = variant
  }

  /// Reads the query of a ``CaptureRecord``.
  init(_ json: JSONValue) {
    attributes = json["attributes"]?.objectValue ?? [:]
    variant = json["variant"]?.stringValue
    page = json["page"]?.numberValue?.intValue
  }

  /// The query for a ``CaptureRecord``.
  var json: JSONValue {
    var json: JSONObject = ["attributes": .object(attributes)]
    if let variant { json["variant"] = .string(variant) }
    if let page { json["page"] = .number(JSONNumber(page)) }
    return .object(json)
  }

  /// Equal for queries that the server does not distinguish.
  var key: String {
    let sorted = attributes.sorted { ExactString($0.name) < ExactString($1.name) }
    let members = sorted.map { JSONValue.array([.string($0.name), $0.value]) }
    return JSONValue.array([variant.map { .string($0) } ?? .null, .array(members)]).text
  }

  /// The value of an attribute: a JSON number, a boolean, or else a string.
  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(text: text).map { .number($0) } ?? .string(text)
    }
  }
}
