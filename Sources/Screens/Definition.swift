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
  /// Applied in this order; independent of each other.
  package let experiments: [ScreenExperiment]
  /// What becomes of a definition that leaves an app without one of its items; nil for what the server does.
  package let gate: Gate?
  /// Whether strings of the content have places for values of a request.
  package let isTemplate: Bool

  /// The experiment of a screen that has one, and no other.
  package var onlyExperiment: ScreenExperiment? { experiments.count == 1 ? experiments.first : nil }

  /// What becomes of a definition of which a supported release drops items.
  package enum Gate: String, Sendable, CaseIterable {
    /// It is not published.
    case refuse
  }

  /// The wire format of a definition that names none.
  package static let defaultFormat = "viewItems"
}
