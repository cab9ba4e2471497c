import JSONText

/// Prints the wire formats as constants.
struct TypeScriptFormatPrinter {
  let formats: FormatConstants

  func write(to text: inout SourceText) {
    text.blankLine()
    text.line(
      "/** The formats that every server has, and those of the folder that this was generated from. */")
    text.line("export const wireFormats = {")
    text.indented { text in
      for format in formats.all {
        text.blockDocumentation([format.description])
        var members: JSONObject = ["name": .string(format.name)]
        if case .object(let document) = format.document {
          for member in document { members[member.name] = member.value }
        }
        write(.object(members), after: "\(format.identifier): ", to: &text)
      }
    }
    text.line("} as const;")
  }

  /// Prints a value with a comma, on one line if it fits.
  private func write(_ value: JSONValue, after start: String, to text: inout SourceText) {
    let line = "\(start)\(literal(of: value)),"
    switch value {
    case .array(let elements) where !text.fits(line):
      text.line(start + "[")
      text.indented { text in for element in elements { write(element, after: "", to: &text) } }
      text.line("],")
    case .object(let members) where !text.fits(line):
      text.line(start + "{")
      text.indented { text in
        for member in members { write(member.value, after: name(member.name) + ": ", to: &text) }
      }
      text.line("},")
    default: text.line(line)
    }
  }

  private func literal(of value: JSONValue) -> String {
    switch value {
    case .string(let text): TypeScriptNames.literal.of(text)
    case .array(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ \(members.map { "\(name($0.name)): \(literal(of: $0.value))" }.joined(separator: ", ")) }"
    default: value.text
    }
  }

  private func name(_ text: String) -> String {
    let literal = TypeScriptNames.literal.of(text)
    // A plain `__proto__` would set the prototype (ECMA-262 §13.2.5.5).
    if text == "__proto__" { return "[\(literal)]" }
    let isIdentifier =
      !text.isEmpty && !(0x30...0x39).contains(text.utf8.first ?? 0)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: "_")
      }
    return isIdentifier ? text : literal
  }
}
