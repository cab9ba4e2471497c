/// What styles and values of attributes in an uploaded SVG picture may contain.
///
/// Reads bytes, as browsers do: a `Character` can hide a parenthesis behind a combining mark.
enum SVGStyle {
  /// The functions of values, in lower case. `url` may name an element of the picture only.
  private static let functions: Set<String> = [
    "", "calc", "hsl", "hsla", "matrix", "matrix3d", "oklab", "oklch", "rgb", "rgba", "rotate", "scale",
    "scalex", "scaley", "skewx", "skewy", "translate", "translatex", "translatey", "url", "var",
  ]

  /// - Parameter place: the name of the attribute, or `style`.
  static func check(_ text: String, in place: String) throws(Picture.Refusal) {
    let bytes = Array(text.utf8)
    // Escapes and comments can hide a function's name, and an at-rule can load a style sheet.
    guard !bytes.contains(UInt8(ascii: "\\")), !bytes.contains(UInt8(ascii: "@")),
      !zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: "*") })
    else { throw Picture.Refusal("the SVG has an escape, a comment or an at-rule in \(quoted(place))") }
    for open in bytes.indices where bytes[open] == UInt8(ascii: "(") {
      let name = bytes[..<open].reversed().prefix { isNamePart($0) }
      let function = String(decoding: name.reversed(), as: UTF8.self).lowercased()
      guard functions.contains(function) else {
        throw Picture.Refusal("the SVG has the function \(quoted(function)) in \(quoted(place))")
      }
      guard function == "url" else { continue }
      let target = bytes[(open + 1)...].drop { XMLReader.isSpace($0) }
      let isQuoted = target.first == UInt8(ascii: "\"") || target.first == UInt8(ascii: "'")
      guard target.dropFirst(isQuoted ? 1 : 0).first == UInt8(ascii: "#") else {
        throw Picture.Refusal("the SVG refers to something outside of it in \(quoted(place))")
      }
    }
  }

  /// The bytes of identifiers of CSS; all bytes of characters beyond ASCII are among them.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }
}
