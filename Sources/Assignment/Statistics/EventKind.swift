/// Whether a version is worse when an event is more frequent, or when it is rarer.
package enum EventKind: String, Sendable {
  /// An error or a crash: more of them are harm.
  case bad
  /// An order or a click: fewer of them are harm.
  case good
}
