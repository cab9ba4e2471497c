package import JSONText

/// The translation of one text. It holds for this source alone: when the source changes, the unit is stale.
package struct TranslationUnit: Sendable, Hashable {
  package let place: TextPlace
  package let source: String
  package let text: String
  /// Whether a translator is to look at it again. It is used all the same.
  package let needsReview: Bool

  package init(place: TextPlace, source: String, text: String, needsReview: Bool = false) {
    self.place = place
    self.source = source
    self.text = text
    self.needsReview = needsReview
  }

  /// Texts of other scalars are other texts, even if they look the same.
  package static func == (one: Self, other: Self) -> Bool {
    one.place == other.place && one.needsReview == other.needsReview
      && one.source.hasSameScalars(as: other.source) && one.text.hasSameScalars(as: other.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(ExactString(source))
    hasher.combine(ExactString(text))
  }

  /// The value of `state` for a unit that needs review.
  package static let needsReview = "needs-review"

  package var json: JSONValue {
    var object = place.members
    object["source"] = .string(source)
    object["text"] = .string(text)
    if needsReview { object["state"] = .string(Self.needsReview) }
    return .object(object)
  }

  package static func document(_ units: [TranslationUnit]) -> JSONValue {
    ["units": .array(units.map(\.json))]
  }
}
