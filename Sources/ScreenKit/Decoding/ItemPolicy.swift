/// What becomes of an item that cannot be shown as it is.
public enum ItemPolicy: Hashable, Sendable {
  /// It stays in its place, with a value made of its JSON. A warning says so.
  case keep
  /// It is left out. A warning says so.
  case drop
  /// The whole screen is an error.
  case `throw`
}
