package import JSONText

/// The document that an author writes for a screen, parsed and with all ids filled in. State: definition.
package struct Definition: Sendable {
  /// The document, with ids filled in, and without translations.
  package let json: JSONValue
  package let translations: ScreenTranslations
  /// The wire format for requests that name none.
  package let format: String
  /// The layout without variants. The screen's name is the route if the document has none.
  package let layout: Layout
  /// The experiments, in the order in which their variants are applied. Each assigns units independently.
  package let experiments: [ScreenExperiment]
  /// Whether to publish the definition if a supported release would drop one of its items; nil for the server's
  /// setting.
  package let gate: Gate?
  /// Whether strings of the content are templates for values of a request.
  package let isTemplate: Bool
  /// How the screen is divided into pages; nil for one page.
  package let pages: Pages?
  /// Identifies the definition in cursors; nil for a screen without pages.
  let pagesContent: [UInt8]?
  /// Findings that do not prevent publication.
  var warnings: Diagnostics

  package var screenName: String { layout.screenName }

  /// The document as stores keep it: with the member `translations`, if there are any.
  package var stored: JSONValue { translations.stored(in: json) }

  /// Whether a version with this definition would differ in nothing from one with the other.
  func isSame(as other: Definition) -> Bool { json == other.json && translations == other.translations }

  func with(_ translations: ScreenTranslations) -> Definition {
    Definition(
      json: json, translations: translations, format: format, layout: layout, experiments: experiments,
      gate: gate, isTemplate: isTemplate, pages: pages, pagesContent: pagesContent, warnings: warnings)
  }

  /// The experiment of a screen that has exactly one.
  package var onlyExperiment: ScreenExperiment? { experiments.count == 1 ? experiments.first : nil }

  /// What to do with a definition if a supported release would drop one of its items.
  package enum Gate: String, Sendable, CaseIterable {
    /// Do not publish it.
    case refuse
  }

  /// The wire format for a definition that names none.
  package static let defaultFormat = "viewItems"
}
