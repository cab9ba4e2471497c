/// How log lines are written.
package enum LogFormat: String, CaseIterable, Sendable {
  /// For people: time, level, what happened, and what goes with it as `key=value`.
  case text
  /// For programs: a JSON object a line.
  case json
}
