import JSONText

/// A JSON value with places to fill in, prepared for writing: what is fixed is text already.
indirect enum Template: Sendable {
  /// JSON text as it is sent.
  case fixed([UInt8])
  case placeholder(Placeholder)
  case array([Template])
  /// Members, each with its name as JSON text and the colon.
  case object([(name: [UInt8], value: Template)])

  /// Reads a template; a `$name` that is not allowed here is a finding.
  init(
    _ value: JSONValue, at place: JSONPointer, allowed: Set<Placeholder>, _ diagnostics: inout Diagnostics
  ) {
    switch value {
    case .string(let text) where text.hasPrefix("$$"):
      self = .fixed(JSONValue.string(String(text.dropFirst())).serialized())
    case .string(let text) where text.hasPrefix("$"):
      if let placeholder = Placeholder(rawValue: String(text.dropFirst())), allowed.contains(placeholder) {
        self = .placeholder(placeholder)
      } else {
        Self.report(text, at: place, allowed: allowed, &diagnostics)
        self = .fixed([])
      }
    case .array(let elements):
      self = .array(
        elements.enumerated().map {
          Template($1, at: place.appending($0), allowed: allowed, &diagnostics)
        })
    case .object(let object):
      self = .object(
        object.map {
          (
            JSONValue.string($0.name).serialized() + [UInt8(ascii: ":")],
            Template($0.value, at: place.appending($0.name), allowed: allowed, &diagnostics)
          )
        })
    default:
      self = .fixed(value.serialized())
    }
  }

  private static func report(
    _ text: String, at place: JSONPointer, allowed: Set<Placeholder>, _ diagnostics: inout Diagnostics
  ) {
    let names = Placeholder.allCases.filter { allowed.contains($0) }.map { "$" + $0.rawValue }
    let isKnown = Placeholder(rawValue: String(text.dropFirst())) != nil
    diagnostics.add(
      Diagnostic(
        .unknownPlaceholder, at: place,
        isKnown ? "\(quoted(text)) has no meaning here" : "unknown placeholder \(quoted(text))",
        hint: (isKnown
          ? "known here: \(names.joined(separator: ", "))" : NearestName.hint(for: text, among: names))
          .map { $0 + "; the text itself is written \(quoted("$" + text))" }))
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
