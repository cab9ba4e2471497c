/// The direction of the text of a language.
///
/// `Locale.Language.characterDirection` needs iOS 16, so the languages are listed here. The result is also the same on
/// each platform.
enum TextDirection {
  /// The scripts of ISO 15924 in present use that run from right to left, in lower case.
  private static let scripts: Set = [
    "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "syre", "syrj", "syrn",
    "thaa", "yezi",
  ]

  /// The languages that are written in such a script when a tag names none, after CLDR's likely subtags.
  private static let languages: Set = [
    "acm", "aeb", "afb", "apc", "ar", "arc", "arq", "ars", "ary", "arz", "az-ir", "bal", "bgn", "bqi", "ckb",
    "dv",
    "fa", "glk", "haz", "he", "iw", "ji", "ks", "ku-iq", "ku-ir", "lrc", "mzn", "nqo", "pa-pk", "pnb", "prs",
    "ps",
    "rhg", "sd", "sdh", "skr", "syr", "ug", "ur", "uz-af", "yi",
  ]

  /// Returns whether the text of a language runs from right to left.
  /// - Parameter tag: A language tag (RFC 5646), such as `ar-EG` or `uz-Arab`. A script in it decides.
  static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    // A single letter begins an extension, whose parts say nothing of the script.
    let subtags = parts.dropFirst().prefix { $0.count > 1 }
    if let script = subtags.first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }) {
      return scripts.contains(String(script))
    }
    guard let language = parts.first.map(String.init) else { return false }
    return languages.contains(language) || subtags.contains { languages.contains("\(language)-\($0)") }
  }
}
