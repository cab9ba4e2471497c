import XMLText

/// The text of a `<source>` or `<target>` with inline elements.
///
/// Marquee writes none. A tool that turned a part of a text into an inline element has kept that part as original data,
/// as an equivalent, or as content.
struct XLIFFContent {
  /// The texts of `<data>` by id (XLIFF 2).
  var originalData: [String: String] = [:]

  /// - Throws: ``TranslationFileError`` for a `<cp>` without a character, and for a text that is too long.
  func text(of element: XMLElement) throws(TranslationFileError) -> String {
    var text = ""
    try append(element, to: &text)
    return text
  }

  /// Appends a part of a text. Original data can stand in it many times, so the length is checked with each part.
  private func append(
    _ part: String, of element: XMLElement, to text: inout String
  ) throws(TranslationFileError) {
    guard text.utf8.count + part.utf8.count <= TranslationFile.maximumTextBytes else {
      throw TranslationFileError(
        element.position, "the text is longer than \(TranslationFile.maximumTextBytes >> 10) KiB",
        hint: "shorten it")
    }
    text += part
  }

  private func append(_ element: XMLElement, to text: inout String) throws(TranslationFileError) {
    for node in element.content {
      switch node {
      case .text(let part): try append(part, of: element, to: &text)
      case .element(let inner): try appendInline(inner, to: &text)
      }
    }
  }

  private func appendInline(_ inline: XMLElement, to text: inout String) throws(TranslationFileError) {
    switch inline.name {
    case "cp": try append(String(try Self.codePoint(inline)), of: inline, to: &text)
    case "pc":
      try append(equivalent(of: inline, data: "dataRefStart", "equivStart") ?? "", of: inline, to: &text)
      try append(inline, to: &text)
      try append(equivalent(of: inline, data: "dataRefEnd", "equivEnd") ?? "", of: inline, to: &text)
    case "ph", "sc", "ec", "x", "bx", "ex", "bpt", "ept", "it":
      if inline.content.isEmpty {
        try append(
          equivalent(of: inline, data: "dataRef", "equiv") ?? inline.attribute("equiv-text") ?? "",
          of: inline, to: &text)
      } else {
        try append(inline, to: &text)
      }
    default: try append(inline, to: &text)
    }
  }

  private func equivalent(
    of inline: XMLElement, data: String, _ name: String
  ) throws(TranslationFileError) -> String? {
    guard let id = inline.attribute(data) else { return inline.attribute(name) }
    guard let text = originalData[id] else {
      throw TranslationFileError(
        inline.position, "\(data) names no <data> of the unit: \(quoted(id))",
        hint: "add it to <originalData>")
    }
    return text
  }

  private static func codePoint(_ element: XMLElement) throws(TranslationFileError) -> Unicode.Scalar {
    let digits = element.attribute("hex") ?? ""
    guard !digits.isEmpty, digits.utf8.count <= 8, digits.allSatisfy(\.isHexDigit),
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw TranslationFileError(
        element.position, "<cp> names no Unicode character", hint: #"expected <cp hex="0001"/>"#)
    }
    // C1 controls are allowed, but discouraged.
    guard !XMLCharacters.isAllowed(scalar) || (0x7F...0x9F).contains(scalar.value) else {
      throw TranslationFileError(
        element.position, "<cp> stands for a character that XML allows", hint: "write the character")
    }
    return scalar
  }
}
