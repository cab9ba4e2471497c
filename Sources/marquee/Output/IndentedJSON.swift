import JSONText

/// JSON for people: one member or element per line, indented by two spaces. The text of numbers is kept.
enum IndentedJSON {
  static func text(_ value: JSONValue) -> String {
    var text = ""
    write(value, depth: 0, to: &text)
    return text
  }

  private static func write(_ value: JSONValue, depth: Int, to text: inout String) {
    let margin = String(repeating: "  ", count: depth)
    switch value {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "\n  " : ",\n  ") + margin
        write(element, depth: depth + 1, to: &text)
      }
      text += "\n\(margin)]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index == 0 ? "\n  " : ",\n  ") + margin + scalar(.string(member.name)) + ": "
        write(member.value, depth: depth + 1, to: &text)
      }
      text += "\n\(margin)}"
    default:
      text += scalar(value)
    }
  }

  /// The JSON text for a terminal. It also escapes the control characters that JSON allows (RFC 8259 §7).
  private static func scalar(_ value: JSONValue) -> String {
    let text = value.text
    guard text.unicodeScalars.contains(where: { (0x7F...0x9F).contains($0.value) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if (0x7F...0x9F).contains(scalar.value) {
        result += "\\u00" + String(scalar.value, radix: 16)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
