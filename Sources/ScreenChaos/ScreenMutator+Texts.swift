import JSONSchema
import JSONText
import SeededRandom

extension ScreenMutator {
  /// The number of replaced texts in one screen. With 10,000 characters each, they take 20 MB.
  static let maximumTexts = 2_000

  /// The kind of replacement text.
  enum Replacement {
    case long(isFirst: Bool)
    case phrases([String])
  }

  /// Replaces every string that no schema restricts, except in its length. Those that people read come first, and the
  /// seed selects the one with `isFirst` among them.
  mutating func replaceTexts(_ replacement: (_ isFirst: Bool) -> Replacement) {
    var found: [(spot: Spot, place: ContentPlace)] = []
    var others: [(spot: Spot, place: ContentPlace)] = []
    for spot in spots where found.count < Self.maximumTexts {
      for place in places(at: spot) where !place.path.isEmpty {
        guard place.value.stringValue != nil, place.rules.takesAnyText,
          TextSupply.canReplace(replacement(false), within: place.rules)
        else { continue }
        if place.rules.meaning == .text { found.append((spot, place)) } else { others.append((spot, place)) }
      }
    }
    let first = random.next(below: min(found.isEmpty ? others.count : found.count, Self.maximumTexts))
    found = Array((found + others).prefix(Self.maximumTexts))
    var place = 0
    while place < found.count {
      let spot = found[place].spot
      var edits = ContentEdits()
      while place < found.count, found[place].spot.section == spot.section,
        found[place].spot.item == spot.item
      {
        let one = found[place].place
        if let text = TextSupply.text(for: replacement(place == first), within: one.rules, &random) {
          edits.replace(at: one.path, with: .string(text))
          note(spot, at: one.path)
        }
        place += 1
      }
      setContent(edits.applied(to: item(at: spot).content), at: spot)
    }
  }
}
