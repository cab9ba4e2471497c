package import JSONText

/// A compiled JSON document whose strings can contain placeholders. Rendering copies the fixed bytes and inserts the
/// escaped values.
///
/// It consists of JSON values and of fixed bytes. In the values, strings are templates, but member names are not. In
/// the fixed bytes, braces have no meaning.
package struct DocumentTemplate: Sendable {
  /// The largest number of placeholders in one document.
  package static let maximumPlaceholders = 10_000

  private var fixed: [UInt8] = []
  private var placeholders: [(end: Int, expression: Expression)] = []

  package init() {}

  /// Compiles a whole value.
  package init(_ value: JSONValue) throws(TemplateError) { try append(value) }

  /// Whether the template has no placeholders, so that every rendering is the same.
  package var isPlain: Bool { placeholders.isEmpty }

  /// Appends fixed JSON text.
  package mutating func append(fixed bytes: some Collection<UInt8>) { fixed.append(contentsOf: bytes) }

  /// Appends another template.
  package mutating func append(_ other: DocumentTemplate) {
    placeholders += other.placeholders.map { ($0.end + fixed.count, $0.expression) }
    fixed += other.fixed
  }

  mutating func append(_ expression: Expression) { placeholders.append((fixed.count, expression)) }

  /// Appends a value whose strings are templates.
  ///
  /// - Throws: ``TemplateError`` with the pointer of the string in the value.
  package mutating func append(_ value: JSONValue) throws(TemplateError) {
    switch value {
    case .null, .bool, .number: fixed.append(contentsOf: value.serialized())
    case .string(let text):
      fixed.append(UInt8(ascii: "\""))
      try TextTemplate(text).add(to: &self)
      fixed.append(UInt8(ascii: "\""))
      guard placeholders.count <= Self.maximumPlaceholders else {
        throw TemplateError(
          .tooManyPlaceholders, at: 0, "the content has more than \(Self.maximumPlaceholders) placeholders")
      }
    case .array(let elements):
      fixed.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { fixed.append(UInt8(ascii: ",")) }
        try append(element, within: String(index))
      }
      fixed.append(UInt8(ascii: "]"))
    case .object(let object):
      fixed.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { fixed.append(UInt8(ascii: ",")) }
        fixed.append(contentsOf: JSONValue.string(member.name).serialized())
        fixed.append(UInt8(ascii: ":"))
        try append(member.value, within: member.name)
      }
      fixed.append(UInt8(ascii: "}"))
    }
  }

  private mutating func append(_ value: JSONValue, within token: String) throws(TemplateError) {
    do throws(TemplateError) {
      try append(value)
    } catch {
      var error = error
      error.pointer.tokens.insert(token, at: 0)
      throw error
    }
  }

  /// The JSON text with the values.
  package func rendered(with values: inout TemplateValues) -> [UInt8] {
    var bytes: [UInt8] = []
    render(to: &bytes, values: &values)
    return bytes
  }

  /// Appends the JSON text with the values.
  package func render(to bytes: inout [UInt8], values: inout TemplateValues) {
    bytes.reserveCapacity(bytes.count + fixed.count + placeholders.count * 40)
    var start = 0
    for placeholder in placeholders {
      bytes.append(contentsOf: fixed[start..<placeholder.end])
      start = placeholder.end
      values.append(placeholder.expression, to: &bytes)
    }
    bytes.append(contentsOf: fixed[start...])
  }
}
