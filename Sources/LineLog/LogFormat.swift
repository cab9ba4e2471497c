/// The format of log lines.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Text for people: time, level, message, and metadata as `key=value`.
  case text
  /// JSON for programs: one object per line.
  case json
}
