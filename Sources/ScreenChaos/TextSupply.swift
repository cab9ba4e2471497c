import SeededRandom

/// Texts that are difficult for layouts.
enum TextSupply {
  /// The number of characters of a long text. Each has one scalar.
  static let longLength = 10_000

  /// Whether a text of this kind has a length that the schema allows.
  static func canReplace(_ replacement: ScreenMutator.Replacement, within rules: PlaceRules) -> Bool {
    switch replacement {
    case .long: lengths(of: rules).contains(longLength)
    case .phrases(let phrases): !fitting(phrases, within: rules).isEmpty
    }
  }

  /// A text of this kind with a length that the schema allows; nil when there is none.
  static func text(
    for replacement: ScreenMutator.Replacement, within rules: PlaceRules, _ random: inout SplitMix64
  ) -> String? {
    switch replacement {
    case .long(let isFirst): isFirst ? longWord(&random) : longText(&random)
    case .phrases(let phrases): random.pick(fitting(phrases, within: rules))
    }
  }

  /// The allowed lengths in scalars, which JSON Schema counts (validation §6.3).
  private static func lengths(of rules: PlaceRules) -> ClosedRange<Int> {
    let lowest = max(rules.minimumLength, 0)
    return lowest...max(rules.maximumLength ?? Int.max, lowest)
  }

  private static func fitting(_ phrases: [String], within rules: PlaceRules) -> [String] {
    let highest = rules.maximumLength ?? Int.max
    return phrases.compactMap { phrase in
      let length = phrase.unicodeScalars.count
      guard rules.minimumLength <= longLength else { return nil }
      let times = rules.minimumLength / (length + 1) + 1
      let text = times > 1 ? Array(repeating: phrase, count: times).joined(separator: " ") : phrase
      let full = text.unicodeScalars.count
      return full >= rules.minimumLength && full <= highest ? text : nil
    }
  }

  /// Random words with spaces and full stops.
  private static func longText(_ random: inout SplitMix64) -> String {
    var text = ""
    text.reserveCapacity(longLength + 16)
    while text.utf8.count < longLength {
      if !text.isEmpty { text += random.next(below: 12) == 0 ? ". " : " " }
      text += word(&random)
    }
    // A layout would not show a space at the end.
    let cut = text.prefix(longLength)
    return cut.hasSuffix(" ") ? String(cut.dropLast()) + "." : String(cut)
  }

  /// One word without a place for a line break.
  private static func longWord(_ random: inout SplitMix64) -> String {
    var text = ""
    text.reserveCapacity(longLength + 16)
    while text.utf8.count < longLength { text += word(&random) }
    return String(text.prefix(longLength))
  }

  private static func word(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0...random.next(below: 4) { text += random.pick(syllables) ?? "" }
    return text
  }

  private static let syllables = [
    "ba", "do", "fe", "gu", "ki", "lan", "mor", "ne", "pel", "qua", "ri", "sto", "tem", "ul", "vi", "wen",
    "xo", "zi",
  ]

  /// Arabic, Hebrew and Persian with digits, Latin words, brackets and directional marks (UAX 9).
  static let rightToLeft = [
    "مرحبا بالعالم",
    "حساء المعكرونة ٨٠٠٠ وون",
    "السعر 12.50 € فقط (خصم 20%)",
    "تحديث iOS 18.2 متاح الآن!",
    "שלום עולם",
    "הזמנה מס׳ 4711 מוכנה לאיסוף",
    "מחיר: 39.90 ₪ [מבצע]",
    "אתר WWW.EXAMPLE.COM – פתוח 09:00–19:00",
    "سلام، ۱۲۳ پیام خوانده‌نشده دارید",
    "\u{200F}(03) 555-0199\u{200F} טלפון",
    "قال \u{2067}שלום\u{2069} ثم قال \u{2066}hello\u{2069}",
    "بِسْمِ اللَّهِ الرَّحْمَٰنِ",
  ]

  /// Families and professions joined by U+200D, flags of letters and of tags, skin tones, keycaps, variation
  /// selectors, and letters under stacks of combining marks (UTS 51, UAX 29).
  static let emoji = [
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}",
    "\u{1F469}\u{1F3FD}\u{200D}\u{1F52C} \u{1F9D1}\u{1F3FF}\u{200D}\u{1F680}",
    "\u{1F1F0}\u{1F1F7}\u{1F1E9}\u{1F1EA}\u{1F1FA}\u{1F1F3}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F44D}\u{1F3FB}\u{1F44D}\u{1F3FC}\u{1F44D}\u{1F3FD}\u{1F44D}\u{1F3FE}\u{1F44D}\u{1F3FF}",
    "\u{2764}\u{FE0F}\u{200D}\u{1F525} \u{2764}\u{FE0E} \u{263A}\u{FE0F}",
    "1\u{FE0F}\u{20E3}#\u{FE0F}\u{20E3}*\u{FE0F}\u{20E3}",
    "\u{1F9D1}\u{1F3FB}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F9D1}\u{1F3FE}",
    "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "Z\u{0351}\u{036B}\u{0343}a\u{0348}\u{0323}\u{0330}l\u{0489}\u{0321}g\u{0334}\u{0325}o\u{0337}\u{0322}",
    "e\u{0301} \u{00E9} n\u{0303} \u{1100}\u{1161}\u{11A8}",
    "\u{1F600}",
  ]
}
