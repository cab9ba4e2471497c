import JSONText
import Screens

/// How far all screens are translated into one language.
struct TranslationCount {
  let language: LanguageTag
  let translated: Int
  let needsReview: Int
  let stale: Int
  let missing: Int

  init(_ language: LanguageTag, of texts: [ExchangedText]) {
    func count(_ state: TranslationStatus.State) -> Int { texts.count { $0.state == state } }
    self.language = language
    translated = count(.translated)
    needsReview = count(.needsReview)
    stale = count(.stale)
    missing = count(.missing)
  }

  /// The share of texts for which apps get a translation, in per cent, rounded down; 100 without any text.
  var percent: Int {
    let done = translated + needsReview
    let all = done + stale + missing
    return all == 0 ? 100 : done * 100 / all
  }

  var json: JSONValue {
    [
      "language": .string(language.text), "translated": .number(JSONNumber(translated)),
      "needsReview": .number(JSONNumber(needsReview)), "stale": .number(JSONNumber(stale)),
      "missing": .number(JSONNumber(missing)), "percent": .number(JSONNumber(percent)),
    ]
  }
}
