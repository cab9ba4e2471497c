import JSONText

/// A string with placeholders: `{{user}}`, `{{attributes.NAME}}` (further names after dots select members of
/// objects), `{{now}}` (RFC 3339, UTC), `{{uuid}}` (version 4) and `{{random FROM TO}}` (a whole number, both bounds
/// included).
///
/// `{{{{` writes `{{`. There is no nesting and no code.
package struct TextTemplate: Sendable, Equatable {
  private let parts: [TemplatePart]

  /// The largest number of placeholders in one string.
  package static let maximumPlaceholders = 100

  package init(_ text: String) throws(TemplateError) {
    parts = try TemplateScanner.pieces(of: text).map { (piece) throws(TemplateError) in
      try TemplatePart(piece)
    }
    let placeholders = parts.count { if case .placeholder = $0 { true } else { false } }
    guard placeholders <= Self.maximumPlaceholders else {
      throw TemplateError(
        .tooManyPlaceholders, at: 0,
        "the text has \(placeholders) placeholders, more than the limit of \(Self.maximumPlaceholders)")
    }
  }

  /// Whether the template has no placeholders, so that every rendering is the same.
  package var isPlain: Bool {
    parts.allSatisfy { if case .fixed = $0 { true } else { false } }
  }

  /// Appends the text as the escaped content of a JSON string, without quotation marks.
  package func append(to bytes: inout [UInt8], values: inout TemplateValues) {
    for part in parts {
      switch part {
      case .fixed(let text): bytes.append(contentsOf: text)
      case .placeholder(let expression): values.append(expression, to: &bytes)
      }
    }
  }

  /// The text with the values.
  package func text(with values: inout TemplateValues) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    append(to: &bytes, values: &values)
    bytes.append(UInt8(ascii: "\""))
    return (try? JSONParser.parse(bytes))?.stringValue ?? ""
  }

  func add(to document: inout DocumentTemplate) {
    for part in parts {
      switch part {
      case .fixed(let text): document.append(fixed: text)
      case .placeholder(let expression): document.append(expression)
      }
    }
  }
}
