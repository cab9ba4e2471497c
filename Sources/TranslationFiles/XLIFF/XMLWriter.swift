import XMLText

/// Writes the parts of an XML document.
struct XMLWriter {
  private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

  mutating func line(_ depth: Int, _ markup: String) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    bytes.append(contentsOf: markup.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  static func isRepresentable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(XMLCharacters.isAllowed)
  }

  /// Text with its markup escaped. A carriage return is a reference, because readers make line feeds of it.
  /// - Parameter replacement: what stands for a scalar that XML does not allow.
  static func escaped(_ text: String, replacement: (Unicode.Scalar) -> String = { _ in "\u{FFFD}" }) -> String
  {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      case _ where XMLCharacters.isAllowed(scalar): result.unicodeScalars.append(scalar)
      default: result += replacement(scalar)
      }
    }
    return result
  }

  /// An attribute with a space in front. White space is written as references, because readers make spaces of it.
  static func attribute(_ name: String, _ value: String) -> String {
    var text = ""
    for scalar in escaped(value).unicodeScalars {
      switch scalar {
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\t": text += "&#9;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return " \(name)=\"\(text)\""
  }
}
