import JSONText

/// A value within an item's content, and what the schemas that may be applied there have to say of it.
struct ContentPlace {
  let path: ContentPath
  let value: JSONValue
  let rules: PlaceRules
}

/// What all schemas of a place say together, those of alternatives (`anyOf`, `if`, …) among them.
struct PlaceRules {
  /// Some of it could not be read, here or further out.
  var isOpaque = false
  /// Some schema here is one of alternatives, or within one.
  var isAlternative = false
  /// Something further out looks at the value as a whole: `enum`, `const` or `uniqueItems`.
  var isFrozen = false
  /// Some schema here names a `type`.
  var isTyped = false
  /// The members that any schema requires.
  var required: Set<ExactString> = []
  /// Members that must remain.
  var minimumMembers = 0
  /// Bounds on strings in scalars (validation §6.3).
  var minimumLength = 0
  var maximumLength: Int?
  /// A string here has a meaning beyond its text: `format`, `pattern`, `enum`, `const` or an encoding.
  var isBoundText = false

  /// Takes in what one schema says.
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
    if Self.bindingKeywords.contains(where: { schema[$0] != nil }) { isBoundText = true }
  }

  private static let bindingKeywords = [
    "format", "pattern", "enum", "const", "contentEncoding", "contentMediaType", "contentSchema",
  ]

  /// Whether any text of allowed length may stand here instead of the one that does.
  var takesAnyText: Bool { !isOpaque && !isFrozen && !isBoundText }
}
