import JSONSchema
import JSONText

/// The combined rules of all schemas for a place, including those in alternatives (`anyOf`, `if`, …).
struct PlaceRules {
  /// Whether a schema of this place or of one around it is not understood.
  var isOpaque = false
  /// Whether a schema of this place is in an alternative.
  var isAlternative = false
  /// Whether a schema around this place tests the whole value: `enum`, `const` or `uniqueItems`.
  var isFrozen = false
  /// Whether a schema of this place has a `type`.
  var isTyped = false
  /// The members that at least one schema requires.
  var required: Set<ExactString> = []
  /// The smallest number of members.
  var minimumMembers = 0
  /// The bounds of the length of strings, in scalars (validation §6.3).
  var minimumLength = 0
  var maximumLength: Int?
  /// Whether a schema restricts the text of a string: `format`, `pattern`, `enum`, `const` or an encoding.
  var isBoundText = false
  /// What a string is to those who read it; nil if no schema says so.
  var meaning: Meaning?

  /// Adds the rules of one schema.
  mutating func add(_ schema: JSONObject) {
    if schema["type"] != nil { isTyped = true }
    for name in schema["required"]?.arrayValue ?? [] {
      if let name = name.stringValue { required.insert(ExactString(name)) }
    }
    if let count = schema["minProperties"]?.numberValue?.intValue {
      minimumMembers = max(minimumMembers, count)
    }
    if let length = schema["minLength"]?.numberValue?.intValue { minimumLength = max(minimumLength, length) }
    if let length = schema["maxLength"]?.numberValue?.intValue {
      maximumLength = min(maximumLength ?? length, length)
    }
    meaning = meaning ?? schema[Meaning.keyword]?.stringValue.flatMap(Meaning.init)
    if Self.bindingKeywords.contains(where: { schema[$0] != nil }) { isBoundText = true }
  }

  private static let bindingKeywords = [
    "format", "pattern", "enum", "const", "contentEncoding", "contentMediaType", "contentSchema",
  ]

  /// Whether any text of allowed length can replace the one here. A link is no text.
  var takesAnyText: Bool { !isOpaque && !isFrozen && !isBoundText && meaning != .route }
}
