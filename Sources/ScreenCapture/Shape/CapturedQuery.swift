package import HTTPWire
import JSONText

/// The query of a recorded request as the server reads it: attributes, a variant, and what the server would refuse.
package struct CapturedQuery: Sendable {
  /// The attributes for targeting, by which requirements choose sections.
  let attributes: JSONObject
  let variant: String?
  /// Why the server would not respond to this query as the recorded server did; nil if it would.
  let obstacle: String?

  /// Parameters that have a meaning of their own in Marquee.
  private static let ownNames: Set<String> = ["version", "format", "arm", "rendition"]

  package init(_ pairs: [QueryParameters.Pair]) {
    var attributes = JSONObject()
    var variant: String?
    var obstacle: String?
    var seen: Set<ExactString> = []
    for pair in pairs {
      let name = JSONValue.string(pair.name).text
      if !seen.insert(pair.name) {
        obstacle = obstacle ?? "the server refuses a query that repeats the parameter \(name)"
      } else if Self.ownNames.contains(pair.name) {
        obstacle =
          obstacle
          ?? "the parameter \(name) has a meaning of its own in Marquee; without it, the response is equal"
      } else if pair.name == "variant" {
        variant = pair.value
      } else if pair.name == "user" {
        // An empty value means no unit.
        if !pair.value.isEmpty { attributes["user"] = .string(pair.value) }
      } else {
        attributes[pair.name] = Self.value(pair.value)
      }
    }
    self.attributes = attributes
    self.variant = variant
    self.obstacle = obstacle
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
