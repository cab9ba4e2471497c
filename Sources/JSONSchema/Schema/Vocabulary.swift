/// The vocabularies of JSON Schema 2020-12 (core §8.1.2).
struct Vocabulary: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let core = Vocabulary(rawValue: 1 << 0)
  static let applicator = Vocabulary(rawValue: 1 << 1)
  static let unevaluated = Vocabulary(rawValue: 1 << 2)
  static let validation = Vocabulary(rawValue: 1 << 3)
  static let metaData = Vocabulary(rawValue: 1 << 4)
  static let formatAnnotation = Vocabulary(rawValue: 1 << 5)
  static let formatAssertion = Vocabulary(rawValue: 1 << 6)
  static let content = Vocabulary(rawValue: 1 << 7)

  /// The vocabularies of the standard dialect's meta-schema.
  static let standard: Vocabulary = [
    .core, .applicator, .unevaluated, .validation, .metaData, .formatAnnotation, .content,
  ]

  /// - Parameter uri: the name of a member of `$vocabulary`.
  init?(uri: String) {
    let prefix = "https://json-schema.org/draft/2020-12/vocab/"
    guard uri.hasPrefix(prefix) else { return nil }
    switch uri.dropFirst(prefix.count) {
    case "core": self = .core
    case "applicator": self = .applicator
    case "unevaluated": self = .unevaluated
    case "validation": self = .validation
    case "meta-data": self = .metaData
    case "format-annotation": self = .formatAnnotation
    case "format-assertion": self = .formatAssertion
    case "content": self = .content
    default: return nil
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }
}
