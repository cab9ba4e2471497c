import JSONSchema
import JSONText

/// A format that the validator asserts (validation §7.3), with what can be said of it without looking inside.
final class TextFormat: Sendable {
  let name: String
  private let validator: CompiledSchema

  /// Nil for formats that are not asserted.
  init?(_ name: String) {
    guard Self.samples[name] != nil,
      let validator = try? SchemaCompiler.compile(["format": .string(name)], formats: .assert)
    else { return nil }
    self.name = name
    self.validator = validator
  }

  func matches(_ text: String) -> Bool { validator.isValid(.string(text)) }

  var samples: [String] { Self.samples[name] ?? [] }

  /// What accepts every text of the format, and perhaps more.
  var envelope: TextAutomaton? { Self.envelopes[name] }

  /// What accepts some texts of the format, and no others.
  var core: TextAutomaton? { Self.cores[name] }

  /// Whether every text of this format surely has the other one too, by their grammars: RFC 3986 §4.1,
  /// RFC 3987 §2.2.
  func isWithin(_ other: TextFormat) -> Bool {
    name == other.name || Self.wider[name]?.contains(other.name) == true
  }

  static let wider: [String: Set<String>] = [
    "uri": ["uri-reference", "iri", "iri-reference"],
    "uri-reference": ["iri-reference"],
    "iri": ["iri-reference"],
  ]

  /// Texts that many formats refuse.
  static let oddTexts = [
    "a", "", " ", "text", "a b", "-", "0", "\\", "%", "{", "[", "é", "://", "a@", "2024-02-30", "A1",
  ]
}
