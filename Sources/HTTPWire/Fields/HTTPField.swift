/// A response field. Name and value can't contain a line break or another control character, so no value can inject a
/// line into a response (RFC 9110 §5.5).
package struct HTTPField: Hashable, Sendable {
  package let name: String
  package let value: String

  /// Returns nil if `name` is not a token or `value` contains a control character other than tab.
  package init?(_ name: String, _ value: String) {
    guard HTTPField.isName(name), HTTPField.isValue(value) else { return nil }
    self.name = name
    self.value = value
  }

  /// A field with a value from outside: control characters become spaces, and surrounding whitespace is removed.
  package init(_ name: StaticString, cleaning value: String) {
    self.init(token: HTTPField.name(of: name), cleaning: value)
  }

  /// The same with a name that is a token.
  init(token name: String, cleaning value: String) {
    self.name = name
    let cleaned = value.utf8.map { ByteClass.isFieldContent($0) ? $0 : 0x20 }
    self.value = cleaned.withBytes { String(decoding: $0.trimmed) }
  }

  /// A field with a literal value.
  package init(_ name: StaticString, _ value: StaticString) {
    self.init(name, cleaning: value.description)
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ByteClass.token.contains($0) }
  }

  static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { ByteClass.isFieldContent($0) }
  }

  /// Whether the name equals `other`, ignoring case. `other` must be in lower case.
  package func isNamed(_ other: StaticString) -> Bool {
    var name = name
    return name.withUTF8 { unsafe Bytes($0).equalsIgnoringCase(other) }
  }

  private static func name(of literal: StaticString) -> String {
    let name = literal.description
    return isName(name)
      ? name : String(decoding: name.utf8.filter { ByteClass.token.contains($0) }, as: UTF8.self)
  }
}
