package import Screens

/// How a preview is shown. The same options always make the same page.
package struct PreviewOptions: Sendable, Equatable {
  package enum Theme: String, Sendable, CaseIterable { case light, dark }
  package enum Direction: String, Sendable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// The width of the device, in CSS pixels.
  package var width = PreviewValues.defaultWidth
  /// The text size, in per cent.
  package var text = PreviewValues.defaultText
  package var theme = Theme.light
  /// Nil for that of the language.
  package var direction: Direction?
  /// The language of the screen's texts; nil for one that is not known.
  package var language: LanguageTag?
  /// Whether the page has placeholders, with the reason, for items that the app cannot show.
  package var isAnnotated = false
  /// Whether an empty text has a placeholder, the name of its member, so that people can write it there.
  package var marksEmptyTexts = false

  package init() {}

  package var shownDirection: Direction {
    direction ?? (language?.isRightToLeft ?? false ? .rightToLeft : .leftToRight)
  }
}
