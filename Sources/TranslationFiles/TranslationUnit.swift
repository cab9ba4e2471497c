import JSONText

/// One text to translate, with its translation.
package struct TranslationUnit: Sendable, Equatable {
  /// The name of the text, unique in the file.
  package var id: String
  /// The screen of the text. Only XLIFF keeps it; empty in a unit of another format.
  package var route: String
  /// The place of the text on its screen, for people. Only XLIFF keeps it; empty in a unit of another format.
  package var place: String
  package var source: String
  /// The translation; nil for none.
  package var target: String?
  package var state: TranslationState
  /// What a translator should know, such as the maximum length.
  package var notes: [String]

  /// A unit in the state that its target implies: ``TranslationState/translated`` or ``TranslationState/initial``.
  package init(
    id: String, route: String = "", place: String = "", source: String, target: String? = nil,
    state: TranslationState? = nil, notes: [String] = []
  ) {
    self.id = id
    self.route = route
    self.place = place
    self.source = source
    self.target = target
    self.state = target == nil ? .initial : state ?? .translated
    self.notes = notes
  }

  /// Whether both have the same texts, scalar by scalar.
  package static func == (one: TranslationUnit, other: TranslationUnit) -> Bool {
    one.id.hasSameScalars(as: other.id) && one.route.hasSameScalars(as: other.route)
      && one.place.hasSameScalars(as: other.place) && one.source.hasSameScalars(as: other.source)
      && one.target.map(ExactString.init) == other.target.map(ExactString.init) && one.state == other.state
      && one.notes.map(ExactString.init) == other.notes.map(ExactString.init)
  }
}

/// The progress of a translation, from the least to the most.
package enum TranslationState: Int, Sendable, Comparable, CaseIterable {
  /// There is no translation.
  case initial
  /// The translation is not to be trusted: the source has changed, or a reviewer was not content.
  case needsReview
  case translated, reviewed, final

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
