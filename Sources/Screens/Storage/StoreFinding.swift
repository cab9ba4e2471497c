/// The result of one check of a data folder or database.
package struct StoreFinding: Sendable, Equatable {
  package enum Level: String, Sendable {
    case ok, warning, failure
  }

  package let level: Level
  /// What was checked, in a word or two.
  package let topic: String
  /// What was found and, unless all is well, what to do.
  package let message: String

  package init(_ level: Level, _ topic: String, _ message: String) {
    self.level = level
    self.topic = topic
    self.message = message
  }
}
