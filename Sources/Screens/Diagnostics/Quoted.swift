import JSONText

/// Quotes a text from outside for a message: in double quotes, escaped as JSON, shortened to `limit` characters.
package func quoted(_ text: String, limit: Int = 80) -> String {
  guard text.unicodeScalars.count > limit else { return JSONValue.string(text).text }
  var cut = String.UnicodeScalarView()
  cut.append(contentsOf: text.unicodeScalars.prefix(limit))
  return JSONValue.string(String(cut) + "…").text
}

/// A number with its noun: `1 screen`, `2 screens`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Escapes the characters of a text that would move a terminal's cursor or change the direction of writing.
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
