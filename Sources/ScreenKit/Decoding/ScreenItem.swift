/// One cell of a screen: an id, a view type, and the app's value for its content.
public struct ScreenItem<Value: Sendable>: Sendable, Identifiable {
  /// Unique in the screen: the server's, or `VIEWTYPE-n`, the n-th of that type, where the wire has none.
  public var id: String
  /// The name of its kind, as the server sent it.
  public var viewType: String
  /// What the app makes of its content.
  public var value: Value
  /// The whole item as it was sent, for one of an unknown view type and one whose content could not be read.
  public var unread: JSONValue?

  /// An item that is made by hand, as for a preview.
  public init(id: String, viewType: String, value: Value, unread: JSONValue? = nil) {
    self.id = id
    self.viewType = viewType
    self.value = value
    self.unread = unread
  }
}

extension ScreenItem: Equatable where Value: Equatable {}
extension ScreenItem: Hashable where Value: Hashable {}
