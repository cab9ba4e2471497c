import JSONText

/// A JSON value with placeholders, prepared for writing: its fixed parts are serialised.
indirect enum Template: Sendable {
  /// JSON text.
  case fixed([UInt8])
  case placeholder(Placeholder)
  case array([Template])
  /// Members. Each name is JSON text with the colon.
  case object([(name: [UInt8], value: Template)])

  /// Reads a template. Reports each `$name` that is not allowed.
  init(
    _ value: JSONValue, at location: JSONPointer, allowed: Set<Placeholder>, _ diagnostics: inout Diagnostics
  ) {
    switch value {
    case .string(let text) where text.utf8.starts(with: "$$".utf8):
      self = .fixed(JSONValue.string(Self.rest(of: text)).serialized())
    case .string(let text) where text.utf8.first == UInt8(ascii: "$"):
      if let placeholder = Placeholder(rawValue: Self.rest(of: text)), allowed.contains(placeholder) {
        self = .placeholder(placeholder)
      } else {
        Self.report(text, at: location, allowed: allowed, &diagnostics)
        self = .fixed([])
      }
    case .array(let elements):
      self = .array(
        elements.enumerated().map {
          Template($1, at: location.appending($0), allowed: allowed, &diagnostics)
        })
    case .object(let object):
      self = .object(
        object.map {
          (
            JSONValue.string($0.name).serialized() + [UInt8(ascii: ":")],
            Template($0.value, at: location.appending($0.name), allowed: allowed, &diagnostics)
          )
        })
    default:
      self = .fixed(value.serialized())
    }
  }

  /// The text after the dollar sign. By scalars, because a combining character would be part of a `Character`.
  private static func rest(of text: String) -> String { String(text.unicodeScalars.dropFirst()) }

  private static func report(
    _ text: String, at location: JSONPointer, allowed: Set<Placeholder>, _ diagnostics: inout Diagnostics
  ) {
    let names = Placeholder.allCases.filter { allowed.contains($0) }.map { "$" + $0.rawValue }
    let isKnown = Placeholder(rawValue: rest(of: text)) != nil
    diagnostics.add(
      Diagnostic(
        .unknownPlaceholder, at: location,
        isKnown ? "\(quoted(text)) has no meaning here" : "unknown placeholder \(quoted(text))",
        hint: (isKnown
          ? "known here: \(names.joined(separator: ", "))" : NearestName.hint(for: text, among: names))
          .map { $0 + "; for the text itself, write \(quoted("$" + text))" }))
  }

  func uses(_ placeholder: Placeholder) -> Bool {
    switch self {
    case .fixed: false
    case .placeholder(let found): found == placeholder
    case .array(let elements): elements.contains { $0.uses(placeholder) }
    case .object(let members): members.contains { $0.value.uses(placeholder) }
    }
  }
}
