import JSONText

/// The parts of messages. Text from a schema is quoted as JSON and shortened. Characters that move the cursor or change
/// the writing direction are escaped.
enum Phrase {
  private static let shownLength = 60
  private static let shownCount = 8

  static func value(_ value: JSONValue) -> String { safe(value.text) }

  static func quoted(_ text: String) -> String { value(.string(text)) }

  /// Text that is safe to print, without quotation marks.
  static func safe(_ text: String) -> String {
    var shown = ""
    var length = 0
    for scalar in text.unicodeScalars {
      guard length < shownLength else { return shown + "…" }
      length += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// A complete value as JSON text that is safe to print, with JSON escapes.
  static func document(_ value: JSONValue) -> String {
    var shown = ""
    for scalar in value.text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  static func or(_ parts: [String]) -> String { joined(parts, "or") }

  static func and(_ parts: [String]) -> String { joined(parts, "and") }

  private static func joined(_ parts: [String], _ word: String) -> String {
    if parts.count > shownCount {
      return parts.prefix(shownCount).joined(separator: ", ") + " \(word) \(parts.count - shownCount) more"
    }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "nothing" }
    return parts.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension TextFormat {
  /// The name of the format with its article.
  var phrase: String {
    switch name {
    case "date-time": "a date and time"
    case "date": "a date"
    case "time": "a time"
    case "duration": "a duration"
    case "email", "idn-email": "an e-mail address"
    case "hostname", "idn-hostname": "a host name"
    case "ipv4": "an IPv4 address"
    case "ipv6": "an IPv6 address"
    case "uri": "a URI"
    case "uri-reference": "a URI reference"
    case "iri": "an IRI"
    case "iri-reference": "an IRI reference"
    case "uri-template": "a URI template"
    case "uuid": "a UUID"
    case "json-pointer": "a JSON Pointer"
    case "relative-json-pointer": "a relative JSON Pointer"
    case "regex": "a regular expression"
    default: "of the format \(Phrase.quoted(name))"
    }
  }
}
