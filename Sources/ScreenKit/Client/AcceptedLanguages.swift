/// The header field `Accept-Language` (RFC 9110 §12.5.4).
enum AcceptedLanguages {
  /// The largest number of languages that a client names.
  static let maximumLanguages = 10

  /// Returns the first ten languages with falling weights (RFC 9110 §12.4.2): `de-CH, fr;q=0.9`. What is not a language
  /// tag, and a repeated language, is left out. Empty without languages.
  static func field(_ languages: [String]) -> String {
    var field: [String] = []
    var known: Set<String> = []
    for language in languages where field.count < maximumLanguages {
      // Locales' identifiers have underscores.
      let tag = String(language.map { $0 == "_" ? "-" : $0 })
      guard isTag(tag), known.insert(tag.lowercased()).inserted else { continue }
      field.append(field.isEmpty ? tag : "\(tag);q=0.\(10 - field.count)")
    }
    return field.joined(separator: ", ")
  }

  /// Whether a text has the form of a language range: subtags of one to eight letters and digits (RFC 4647 §2.1), at
  /// most 35 characters (RFC 5646 §4.4.1).
  static func isTag(_ text: String) -> Bool {
    text.utf8.count <= 35
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { subtag in
        (1...8).contains(subtag.utf8.count)
          && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }
}
