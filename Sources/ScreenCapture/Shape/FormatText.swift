import JSONText
import Screens

/// Values in the templates of a wire format.
enum FormatText {
  /// The template of a member's name, for a name that must not be read as a placeholder.
  static func name(_ name: String) -> String { TemplateText.escaping(name) }

  /// The template of a fixed value, in which every `$` is a text.
  static func literal(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(TemplateText.escaping(text))
    case .array(let elements): .array(elements.map { literal($0) })
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[TemplateText.escaping($1.name)] = literal($1.value) })
    default: value
    }
  }

  /// Whether a template has a placeholder, as a value or as the name of a member.
  static func uses(_ placeholder: Placeholder, _ template: JSONValue) -> Bool {
    switch template {
    case .string(let text): text == "$" + placeholder.rawValue
    case .array(let elements): elements.contains { uses(placeholder, $0) }
    case .object(let object):
      object.contains { uses(placeholder, .string($0.name)) || uses(placeholder, $0.value) }
    default: false
    }
  }
}
