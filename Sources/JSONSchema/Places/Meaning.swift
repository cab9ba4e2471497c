/// What a string is to those who read it, by the keyword `x-meaning` of its schema.
package enum Meaning: String, Sendable, CaseIterable {
  /// Words that people read, and that are translated.
  case text
  /// The route of a screen.
  case route

  /// The keyword.
  package static let keyword = "x-meaning"
}
