import JSONSchema
import JSONText

/// A format that the validator asserts (validation §7.3), with samples and automata that approximate it.
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

  /// An automaton that accepts every text of the format, and possibly more.
  var envelope: TextAutomaton? { Self.envelopes[name] }

  /// An automaton that accepts only texts of the format, but not all.
  var core: TextAutomaton? { Self.cores[name] }

  /// Whether the grammars prove that every text of this format has the other one too (RFC 3986 §4.1, RFC 3987 §2.2).
  func isWithin(_ other: TextFormat) -> Bool {
    name == other.name || Self.wider[name]?.contains(other.name) == true
  }

  static let wider: [String: Set<String>] = [
    "uri": ["uri-reference", "iri", "iri-reference"],
    "uri-reference": ["iri-reference"],
    "iri": ["iri-reference"],
  ]

  /// Texts that many formats do not accept.
  static let oddTexts = [
    "a", "", " ", "text", "a b", "-", "0", "\\", "%", "{", "[", "é", "://", "a@", "2024-02-30", "A1",
  ]
}
