import SeededRandom
import TranslationFiles

/// Random translations, the same for the same seed.
struct RandomUnits {
  private var random: SplitMix64
  /// Whether texts can contain scalars that XML does not allow.
  let hasControls: Bool

  init(seed: UInt64, hasControls: Bool = true) {
    random = SplitMix64(seed: seed)
    self.hasControls = hasControls
  }

  mutating func file(_ count: Int) -> TranslationFile {
    let units = (0..<count).map { index in
      // Units of a route are together, as a file writes them.
      unit("\(text(upTo: 12, hasControls: false))/\(index)", route: "route \(index / 50) <&\">")
    }
    return TranslationFile(sourceLanguage: "en", targetLanguage: "ko", units: units)
  }

  private mutating func unit(_ id: String, route: String) -> TranslationUnit {
    let source = text(upTo: random.next(below: 1_000) == 0 ? 9_000 : 24, hasControls: hasControls)
    let target = text(upTo: 24, hasControls: hasControls)
    let states = TranslationState.allCases
    var state = states[random.next(below: states.count)]
    // Readers take an empty target that needs review as none.
    if target.isEmpty, state == .needsReview { state = .translated }
    let notes = (0..<random.next(below: 3)).map { _ in text(upTo: 10, hasControls: false) }
    return TranslationUnit(
      id: id, route: route, place: text(upTo: 10, hasControls: false), source: source,
      target: state == .initial ? nil : target, state: state, notes: notes)
  }

  private mutating func text(upTo limit: Int, hasControls: Bool) -> String {
    var text = ""
    for _ in 0..<random.next(below: limit) { text += part(hasControls) }
    return text
  }

  private static let parts = [
    " ", "  ", "\n", "\t", "\r", "\r\n", "a", "Z", "0", "&amp;", "&", "<b>", "</b>", "<cp hex=\"0001\"/>",
    "]]>",
    "<![CDATA[", "<!-- ", "{name}", "%@", "%1$s", "\"", "'", "\\", "\\n", "\\u0041", "@", "?", "_", "é",
    "e\u{301}",
    "오늘", "مرحبا", "👩‍👩‍👧", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "&#1;",
  ]

  private mutating func part(_ hasControls: Bool) -> String {
    if random.next(below: 2) == 0 { return random.pick(Self.parts) ?? "" }
    while true {
      let limit = [0x80, 0x800, 0x1_0000, 0x11_0000][random.next(below: 4)]
      guard let scalar = Unicode.Scalar(UInt32(random.next(below: limit))) else { continue }
      switch scalar.value {
      case 0x9, 0xA, 0xD: break
      case 0..<0x20, 0xFFFE, 0xFFFF: if !hasControls { continue }
      default: break
      }
      return String(Character(scalar))
    }
  }
}
