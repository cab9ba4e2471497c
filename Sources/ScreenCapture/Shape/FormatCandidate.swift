import JSONText
import Screens

/// A wire format that may send the responses of a route.
struct FormatCandidate {
  /// The name; nil for a new format.
  var name: String?
  /// The format's document.
  let format: JSONValue
  let naming: TypeNaming
  /// A name for a new format.
  var suggestedName = ""

  /// Whether the screen has sections.
  var hasSections: Bool { format["section"] != nil && Self.uses("$sections", format["screen"] ?? .null) }

  /// Whether the format sends the ids of sections.
  var sendsSectionIDs: Bool {
    hasSections && format["section"].map { Self.uses("$id", $0) } ?? false
  }

  /// Whether the format contains the whole first response, so that the screen needs no items.
  var isLiteral: Bool {
    let screen = format["screen"] ?? .null
    return !Self.uses("$items", screen) && !Self.uses("$sections", screen)
  }

  private static func uses(_ name: String, _ template: JSONValue) -> Bool {
    switch template {
    case .string(let text): text == name
    case .array(let elements): elements.contains { uses(name, $0) }
    case .object(let object): object.contains { uses(name, $0.value) }
    default: false
    }
  }
}
