import XMLText

/// The escapes and the white space of a text in Android's resources.
struct AndroidText {
  private(set) var text = ""
  private var isQuoted = false
  private var hasSpace = false
  /// The first half of a surrogate pair.
  private var high: UInt16?

  /// The text that aapt reads as this one.
  static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    var needsQuotes = text.unicodeScalars.last == " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "'", "\"": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "@", "?": result += result.isEmpty ? "\\\(scalar)" : "\(scalar)"
      case "\u{85}", "\u{2028}", "\u{2029}": result += escape(scalar)
      case _ where scalar == "\r" || !XMLCharacters.isAllowed(scalar): result += escape(scalar)
      default:
        if scalar.properties.isWhitespace, scalar != " " || previous == " " { needsQuotes = true }
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return needsQuotes ? "\"\(result)\"" : result
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The text of a `<string>`; nil for an escape that is malformed. Elements for styles stay as markup.
  static func text(of element: XMLElement) -> String? {
    var reader = AndroidText()
    guard reader.append(element), reader.high == nil else { return nil }
    return reader.text
  }

  private mutating func append(_ element: XMLElement) -> Bool {
    for node in element.content {
      switch node {
      case .text(let part):
        guard append(part) else { return false }
      case .element(let inner):
        // <xliff:g> marks what is not to be translated.
        let isMarker = inner.name == "g" && !inner.namespace.isEmpty
        if !isMarker {
          let attributes = inner.attributes.map { XMLWriter.attribute($0.qualifiedName, $0.value) }
          appendScalars("<\(inner.qualifiedName)\(attributes.joined())>")
        }
        guard append(inner) else { return false }
        if !isMarker { appendScalars("</\(inner.qualifiedName)>") }
      }
    }
    return true
  }

  private mutating func append(_ part: String) -> Bool {
    var scalars = part.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\\":
        guard appendEscape(&scalars) else { return false }
      case "\"": isQuoted.toggle()
      case " ", "\n", "\t", "\r":
        if isQuoted { appendScalars(String(scalar)) } else { hasSpace = true }
      default: appendScalars(String(scalar))
      }
    }
    return true
  }

  private mutating func appendEscape(_ scalars: inout Substring.UnicodeScalarView) -> Bool {
    switch scalars.popFirst() {
    case "n": appendScalars("\n")
    case "t": appendScalars("\t")
    case "u":
      let digits = String(scalars.prefix(4))
      guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16)
      else {
        return false
      }
      scalars.removeFirst(4)
      return append(unit)
    case let scalar?: appendScalars(String(scalar))
    case nil: return false
    }
    return true
  }

  private mutating func append(_ unit: UInt16) -> Bool {
    if UTF16.isLeadSurrogate(unit) {
      guard high == nil else { return false }
      high = unit
      return true
    }
    let text = String(decoding: [high, unit].compactMap(\.self), as: UTF16.self)
    guard UTF16.isTrailSurrogate(unit) == (high != nil) else { return false }
    high = nil
    appendScalars(text)
    return true
  }

  /// Appends text after the white space before it, of which one space remains.
  private mutating func appendScalars(_ part: String) {
    if hasSpace, !text.isEmpty { text += " " }
    hasSpace = false
    text += part
  }
}
