package import JSONText

/// The document that a person writes for a screen, read and with all ids filled in.
package struct Definition: Sendable {
  /// The document itself, ids filled in.
  package let json: JSONValue
  /// The screen's name, the route when the document gives none.
  package let screenName: String
  /// The wire format when a request names none.
  package let format: String
  package let layout: Layout
  package let experiment: ScreenExperiment?

  /// The wire format of a definition that names none.
  package static let defaultFormat = "viewItems"
}
