import JSONSchema
import JSONText

/// Hints for content that does not match its schema.
struct ContentHint {
  let schema: ResolvedSchema?
  let error: ValidationError
  let content: JSONValue

  /// The maximum number of characters of a description to show.
  private static let shownLength = 160

  /// The value that is wrong.
  var value: JSONValue? { error.instanceLocation.value(in: content) }

  /// The hint for a wrong value.
  var hint: String? {
    switch error.kind {
    case .type(let expected, _):
      return value.flatMap { Self.requoted($0, as: expected) ?? ofKind(expected, insteadOf: $0) }
    case .enumeration(let allowed), .tag(_, let allowed, _):
      let nearest = value?.stringValue.flatMap {
        NearestName.to($0, among: allowed.compactMap(\.stringValue))
      }
      if let nearest { return "did you mean \(nearest)?" }
    case .format("uri"):
      if let hint = value?.stringValue.flatMap(Self.uri) { return hint }
    default:
      break
    }
    return description(along: error.keywordLocation.tokens).flatMap(Self.described)
  }

  /// The hint for a missing member: its description in the schema.
  func forMissing(_ member: String) -> String? {
    let owner = Array(error.keywordLocation.tokens.dropLast())
    guard schemaValue(along: owner + ["properties", member]) != nil else { return nil }
    let found = description(along: owner + ["properties", member])
    return found == description(along: owner) ? nil : found.flatMap(Self.described)
  }

  /// The hint for an unknown member: the nearest known one, unless the object has that too.
  func forUnknown(_ member: String, known: [String]) -> String? {
    let nearest = NearestName.to(member, among: known)
    if let nearest, value?[nearest] == nil { return "did you mean \(nearest)?" }
    return NearestName.listing(known)
  }

  /// How a value of the expected types looks.
  private func ofKind(_ expected: [SchemaType], insteadOf value: JSONValue) -> String? {
    if expected.contains(.array) { return "write an array in square brackets" }
    if expected.contains(.integer), value.kind == .number { return "a number without a fraction" }
    guard expected.contains(.object) else { return nil }
    let owner = schemaValue(along: Array(error.keywordLocation.tokens.dropLast()))
    let required = owner?["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let names = required.isEmpty ? owner?["properties"]?.objectValue?.names.map { $0 } ?? [] : required
    guard !names.isEmpty, names.count <= 12 else { return nil }
    return "an object with " + names.map { quoted($0) }.joined(separator: ", ")
  }

  // MARK: Descriptions

  /// The value that keywords lead to from the schema's root, also through references.
  private func schemaValue(along keywords: [String]) -> JSONValue? {
    guard let path = schema?.path(along: keywords), path.count == keywords.count else { return nil }
    return (path.last ?? schema)?.value
  }

  /// The innermost description below the root.
  private func description(along keywords: [String]) -> String? {
    schema?.path(along: keywords).last { $0["description"]?.stringValue != nil }?["description"]?.stringValue
  }

  private static func described(_ text: String) -> String {
    let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
    return "the schema describes it as \(quoted(sentence, limit: shownLength))"
  }

  // MARK: Values

  /// The hint for a number that should be a string, or the reverse.
  static func requoted(_ value: JSONValue, as expected: [SchemaType]) -> String? {
    switch value {
    case .number(let number) where expected.contains(.string) && number.text.utf8.count <= 40:
      return "write it in double quotes: \"\(number.text)\""
    case .bool(let flag) where expected.contains(.string):
      return "write it in double quotes: \"\(flag)\""
    case .string(let text):
      guard text.utf8.count <= 40, let meant = try? JSONParser.parse(text) else { return nil }
      let isMeant =
        switch meant {
        case .number(let number):
          expected.contains(.number) || expected.contains(.integer) && number.isInteger
        case .bool: expected.contains(.boolean)
        case .null: expected.contains(.null)
        default: false
        }
      return isMeant ? "write it without quotes: \(meant.text)" : nil
    default:
      return nil
    }
  }

  /// The hint for a text that is not an absolute URI (RFC 3986).
  private static func uri(_ text: String) -> String? {
    if text.contains("\\") { return "a URI has slashes, no backslashes" }
    if text.utf8.contains(UInt8(ascii: " ")) { return "a space in a URI is written %20" }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      return "percent-encode characters outside of ASCII in a URI"
    }
    let beginning = text.prefix { $0 != "/" }
    guard !beginning.contains(":") else { return nil }
    return beginning.contains(".") && text.utf8.count <= 60
      ? "begin with the scheme: https://\(text)" : "a URI begins with its scheme, such as https://"
  }
}
