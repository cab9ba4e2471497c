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
  var hasSections: Bool { format["section"] != nil && FormatText.uses(.sections, format["screen"] ?? .null) }

  /// Whether the format sends the ids of sections.
  var sendsSectionIDs: Bool {
    hasSections && format["section"].map { FormatText.uses(.id, $0) } ?? false
  }

  /// Whether the format sends the names of view types.
  var sendsViewTypes: Bool { FormatText.uses(.viewType, format["item"] ?? .null) }

  /// Whether the format contains the whole first response, so that the screen needs no items.
  var isLiteral: Bool {
    let screen = format["screen"] ?? .null
    return !FormatText.uses(.items, screen) && !FormatText.uses(.sections, screen)
  }

  /// The first difference of two responses outside of the format's items; the place of the items if there is none.
  func difference(between one: JSONValue, _ other: JSONValue) -> JSONPointer {
    let template = format["screen"] ?? .null
    let places = Self.places(of: ["$items", "$sections"], in: template, at: .root)
    let masked = [one, other].map { places.reduce($0) { $1.replacing(in: $0, by: .null) } }
    return FirstDifference.between(masked[0], masked[1]) ?? places.first ?? .root
  }

  private static func places(
    of placeholders: Set<String>, in template: JSONValue, at location: JSONPointer
  ) -> [JSONPointer] {
    switch template {
    case .string(let text): placeholders.contains(text) ? [location] : []
    case .object(let members):
      members.flatMap { places(of: placeholders, in: $0.value, at: location.appending($0.name)) }
    case .array(let elements):
      elements.enumerated().flatMap { places(of: placeholders, in: $1, at: location.appending($0)) }
    default: []
    }
  }
}

extension JSONPointer {
  /// The document with another value in this place, which it has only if all objects on the way are there.
  fileprivate func replacing(in document: JSONValue, by value: JSONValue) -> JSONValue {
    guard let token = tokens.first else { return value }
    guard var object = document.objectValue, let member = object[token] else { return document }
    object[token] = JSONPointer(tokens: Array(tokens.dropFirst())).replacing(in: member, by: value)
    return .object(object)
  }
}
