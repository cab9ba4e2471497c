/// What the decoder does with an item that the app cannot show.
public enum ItemPolicy: Hashable, Sendable {
  /// Keeps the item in its place, with a value that the registry makes from its JSON, and adds a warning.
  case keep
  /// Drops the item and adds a warning.
  case drop
  /// Throws the warning as an error; the screen is not decoded.
  case `throw`
}
