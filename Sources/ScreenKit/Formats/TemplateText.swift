/// A text in a template of a wire format: a string or a member's name.
enum TemplateText {
  /// Returns the text after `$`; nil for a literal text.
  ///
  /// The test works on bytes, as the server's does: `$` followed by a combining character is a single
  /// `Character`.
  static func name(in text: String) -> String? {
    guard text.utf8.starts(with: "$".utf8), !text.utf8.starts(with: "$$".utf8) else { return nil }
    return String(text.unicodeScalars.dropFirst())
  }

  /// Returns the text that is sent for a literal text: `$$` is one `$` at the beginning of the text, and before the name
  /// of a placeholder.
  static func literal(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var rest = text.unicodeScalars[...]
    var sent = String.UnicodeScalarView()
    while let first = rest.first {
      let dollars = rest.prefix { $0 == "$" }.count
      rest = rest.dropFirst(max(dollars, 1))
      guard dollars > 0 else {
        sent.append(first)
        continue
      }
      let isEscape = dollars > 1 && (sent.isEmpty || beginsWithPlaceholder(rest))
      sent.append(contentsOf: repeatElement("$", count: isEscape ? dollars - 1 : dollars))
    }
    return String(sent)
  }

  private static func beginsWithPlaceholder(_ text: Substring.UnicodeScalarView) -> Bool {
    let word = text.prefix {
      switch $0 {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    return Placeholder(rawValue: String(word)) != nil
  }
}
