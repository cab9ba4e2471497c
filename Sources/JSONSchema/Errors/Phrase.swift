package import JSONText

/// Formats the parts of messages. Strings and values are shortened, and quoted as JSON, so that no control character
/// reaches a terminal.
package enum Phrase {
  /// The largest number of characters of a value in a message.
  private static let shownLength = 60
  /// The largest number of characters of a regular expression in a message.
  private static let shownPatternLength = 400
  /// The largest number of alternatives in a message.
  private static let shownCount = 12

  /// A string as JSON text.
  package static func quoted(_ text: String) -> String { value(.string(text)) }

  /// A value as compact JSON text, shortened. Escapes characters that move the cursor or change the writing direction.
  package static func value(_ value: JSONValue) -> String { shortened(value.text, to: shownLength) }

  /// A number as it was written, shortened.
  static func number(_ number: JSONNumber) -> String { shortened(number.text, to: shownLength) }

  /// A regular expression, shortened less than a value: its end can be what does not match.
  package static func pattern(_ pattern: String) -> String { shortened(pattern, to: shownPatternLength) }

  private static func shortened(_ whole: String, to limit: Int) -> String {
    var text = ""
    var length = 0
    for scalar in whole.unicodeScalars {
      guard length < limit else { return text + "…" }
      length += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let digits = String(scalar.value, radix: 16)
        text += "\\u{\(digits)}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// "a", "a and b", "a, b and c", at most the first twelve.
  package static func list(_ parts: [String]) -> String { joined(parts, by: "and") }

  /// "a", "a or b", "a, b or c".
  package static func alternatives(_ parts: [String]) -> String { alternatives(parts, \.self) }

  /// Describes only the alternatives that are shown: an enumeration can have a hundred thousand.
  package static func alternatives<Part>(_ parts: [Part], _ describe: (Part) -> String) -> String {
    guard parts.count > shownCount else { return joined(parts.map(describe), by: "or") }
    return "one of " + parts.prefix(shownCount).map(describe).joined(separator: ", ")
      + " and \(parts.count - shownCount) more"
  }

  /// The values, with the string that is nearest to a wrong one first.
  static func nearestFirst(_ values: [JSONValue], to wrong: JSONValue) -> [JSONValue] {
    guard let text = wrong.stringValue,
      let nearest = NearestName.to(text, among: values.compactMap(\.stringValue)),
      let place = values.firstIndex(where: { $0.stringValue?.hasSameScalars(as: nearest) == true })
    else { return values }
    return [values[place]] + values[..<place] + values[(place + 1)...]
  }

  private static func joined(_ parts: [String], by word: String) -> String {
    guard parts.count <= shownCount else {
      return parts.prefix(shownCount).joined(separator: ", ") + " and \(parts.count - shownCount) more"
    }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "nothing" }
    return parts.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  static func missing(_ names: [String]) -> String {
    "missing member\(names.count == 1 ? "" : "s") \(list(names.map(quoted)))"
  }

  static func contains(minimum: Int, maximum: Int?, matched: Int) -> String {
    if let maximum, matched > maximum {
      return "\(matched) elements match the schema in contains, at most \(maximum) may"
    }
    return minimum == 1
      ? "no element matches the schema in contains, at least one must"
      : "\(count(matched, "element")) match\(matched == 1 ? "es" : "") the schema in contains, at least \(minimum) must"
  }

  /// The name of a format with its article.
  package static func format(_ name: String) -> String {
    switch name {
    case "date-time": "a date and time as in RFC 3339"
    case "date": "a date as in RFC 3339"
    case "time": "a time with offset as in RFC 3339"
    case "duration": "a duration as in ISO 8601"
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
    default: "of the format \(quoted(name))"
    }
  }

  /// The message when no alternative holds. If all fail because of the value's type, it lists the types. If all but
  /// one fail because of the type, the author probably meant that one, so the message is its first error.
  static func noneOf(_ branches: [[ValidationError]], at location: JSONPointer) -> String {
    var types: [SchemaType] = []
    var actual: JSONKind?
    var meant: [[ValidationError]] = []
    for branch in branches {
      guard branch.count == 1, let error = branch.first, error.instanceLocation == location,
        case .type(let expected, let found) = error.kind
      else {
        meant.append(branch)
        continue
      }
      actual = found
      for type in expected where !types.contains(type) { types.append(type) }
    }
    if meant.isEmpty, let actual {
      return "expected \(alternatives(types.map(\.phrase))), found \(actual.phrase)"
    }
    if meant.count == 1, let errors = meant.first, let first = errors.first {
      return first.instanceLocation == location
        ? first.message : "\(quoted(first.instanceLocation.description)): \(first.message)"
    }
    return "matches none of the \(branches.count) alternatives"
  }
}
