import AdminModel
import JSONText
import Screens

/// A text of a screen, and its translation into one language.
struct ExchangedText {
  let route: Route
  let place: TextPlace
  let source: String
  /// The largest number of characters; nil for any.
  let maximumLength: Int?
  let state: TranslationStatus.State
  /// The translation; of the earlier source if it is stale.
  let translation: String?
  let staleSource: String?

  init(_ text: TranslationStatus.Text, at route: Route) {
    self.route = route
    place = text.text.place
    source = text.text.source
    maximumLength = text.text.maximumLength
    state = text.state
    translation = text.translation
    staleSource = text.staleSource
  }

  /// A text as a server lists it; nil if it is of a later version of Marquee.
  init?(_ text: TranslationOverview.Text) {
    guard let route = try? Route(text.route), let at = JSONPointer(text.at),
      let state = TranslationStatus.State(rawValue: text.state)
    else { return nil }
    let owner: TextPlace.Owner =
      if let item = text.item {
        .item(ExactString(item))
      } else if let section = text.section {
        .section(ExactString(section))
      } else {
        .screen
      }
    self.route = route
    place = TextPlace(owner, at)
    source = text.source
    maximumLength = text.maxLength
    self.state = state
    translation = text.text
    staleSource = text.staleSource
  }

  /// Why apps get the source; nil if they get a translation.
  func problem(in language: LanguageTag) -> String? {
    switch state {
    case .translated, .needsReview: nil
    case .missing: TranslationFinding.words(place, in: language, isStale: false)
    case .stale: TranslationFinding.words(place, in: language, isStale: true)
    }
  }
}
