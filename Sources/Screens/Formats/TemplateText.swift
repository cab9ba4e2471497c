/// A text in a template of a wire format: a string or a member's name, as its author wrote it.
///
/// `$$` stands for `$` at the beginning of a text, and before the name of a placeholder.
package struct TemplateText {
  package enum Meaning: Equatable {
    /// The whole text is `$` and this name, which can be unknown.
    case name(String)
    /// The text to send.
    case literal(String)
    /// A placeholder is only a part of the text.
    case mixed(Placeholder)
  }

  package let meaning: Meaning
  private let text: String

  package init(_ text: String) {
    self.text = text
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      meaning = .literal(text)
      return
    }
    var part: Placeholder?
    let sent = Self.rewriting(text) { count, placeholder in
      if count == 1 { part = part ?? placeholder }
      return max(count - 1, 1)
    }
    // By scalars, because `$` and a combining character are one `Character`.
    let name = text.unicodeScalars.dropFirst()
    let isName = text.unicodeScalars.first == "$" && name.first != "$"
    if isName, PlaceholderUse(String(name)) != nil || Self.placeholder(beginning: name) == nil {
      meaning = .name(String(name))
    } else {
      meaning = part.map { .mixed($0) } ?? .literal(sent)
    }
  }

  /// The text that an author writes so that no part of this one is a placeholder.
  var withoutPlaceholders: String { Self.rewriting(text) { count, _ in max(count, 2) } }

  /// The text that an author writes for a text to send.
  package static func escaping(_ text: String) -> String { rewriting(text) { count, _ in count + 1 } }

  /// Replaces each run of `$` that is at the beginning or before the name of a placeholder.
  /// - Parameter count: the new length of a run, from its length and the placeholder after it.
  private static func rewriting(_ text: String, _ count: (Int, Placeholder?) -> Int) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var rest = text.unicodeScalars[...]
    var result = String.UnicodeScalarView()
    while let first = rest.first {
      let run = rest.prefix { $0 == "$" }
      let isAtStart = result.isEmpty
      rest = rest.dropFirst(max(run.count, 1))
      guard !run.isEmpty else {
        result.append(first)
        continue
      }
      let placeholder = placeholder(beginning: rest)
      let length = isAtStart || placeholder != nil ? count(run.count, placeholder) : run.count
      result.append(contentsOf: repeatElement("$", count: length))
    }
    return String(result)
  }

  /// The placeholder whose name is the first word of a text.
  private static func placeholder(beginning text: Substring.UnicodeScalarView) -> Placeholder? {
    let word = text.prefix {
      switch $0 {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    return Placeholder(rawValue: String(word))
  }
}
