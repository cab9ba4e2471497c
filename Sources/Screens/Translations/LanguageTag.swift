/// A language tag (BCP 47, RFC 5646), such as `pt-BR`, in its canonical letter case.
package struct LanguageTag: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The tag in the letter case of RFC 5646 §2.1.1.
  package let text: String

  /// The maximum length of a tag, in bytes. RFC 5646 §4.4.1 asks for at least 35.
  package static let maximumBytes = 64

  /// Nil for a text that is not well-formed (RFC 5646 §2.2.9): subtags of one to eight letters and digits, of which the
  /// first has letters alone.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = subtags.first,
      first.count != 1 || first.first == UInt8(ascii: "x") || first.first == UInt8(ascii: "X"),
      first.allSatisfy(Self.isLetter), let last = subtags.last,
      last.count > 1 || subtags.count == 1 && first.count > 1,
      subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isAlphanumeric) })
    else { return nil }
    var parts: [String] = []
    var followsSingleton = false
    for subtag in subtags {
      let lowercase = String(decoding: subtag, as: UTF8.self).lowercased()
      switch subtag.count {
      case 2 where !parts.isEmpty && !followsSingleton: parts.append(lowercase.uppercased())
      case 4 where !parts.isEmpty && !followsSingleton && subtag.allSatisfy(Self.isLetter):
        parts.append(lowercase.prefix(1).uppercased() + lowercase.dropFirst())
      default: parts.append(lowercase)
      }
      if subtag.count == 1 { followsSingleton = true }
    }
    self.text = parts.joined(separator: "-")
  }

  /// A tag of a language and a region, in the canonical letter case.
  init(_ language: StaticString, region: StaticString) { text = "\(language)-\(region)" }

  package static let rule = "a language tag such as en, pt-BR or zh-Hant"

  package var description: String { text }

  package static func < (one: LanguageTag, other: LanguageTag) -> Bool { one.text < other.text }

  private var subtags: [Substring] { text.split(separator: "-") }

  /// The shorter tags, longest first, as lookup shortens a range (RFC 4647 §3.4): `zh-Hant` and `zh` for `zh-Hant-TW`.
  package var shorter: [LanguageTag] {
    var found: [LanguageTag] = []
    var rest = subtags
    while rest.count > 1 {
      rest.removeLast()
      if let last = rest.last, last.count == 1 { rest.removeLast() }
      if let tag = LanguageTag(rest.joined(separator: "-")) { found.append(tag) }
    }
    return found
  }

  /// The scripts that are written from right to left (ISO 15924), and the languages that use one by default.
  private static let rightToLeft: Set<String> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "ar", "arc", "ckb", "dv",
    "fa",
    "he", "iw", "ji", "ks", "nqo", "pnb", "prs", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  /// Whether the language is written from right to left.
  package var isRightToLeft: Bool {
    let subtags = subtags
    if let script = subtags.dropFirst().first(where: { $0.count == 4 && $0.first?.isLetter ?? false }) {
      return Self.rightToLeft.contains(String(script))
    }
    return subtags.first.map { Self.rightToLeft.contains(String($0)) } ?? false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
