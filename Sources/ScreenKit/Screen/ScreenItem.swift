/// One item of a screen: an id, a view type and the app's value for its content.
public struct ScreenItem<Value: Sendable>: Sendable, Identifiable {
  /// The id, unique in the screen.
  ///
  /// It is the server's id, or `VIEWTYPE-n` (the n-th item of that view type) when the wire format has no ids.
  public var id: String
  /// The name of the view type.
  public var viewType: String
  /// The app's value for the content.
  public var value: Value
  /// The whole item as the server sent it. Set only for an item of an unknown view type, or one whose content
  /// could not be decoded.
  public var rawItem: JSONValue?

  /// Creates an item without a server, such as one for a preview.
  public init(id: String, viewType: String, value: Value, rawItem: JSONValue? = nil) {
    self.id = id
    self.viewType = viewType
    self.value = value
    self.rawItem = rawItem
  }
}

extension ScreenItem: Equatable where Value: Equatable {}
extension ScreenItem: Hashable where Value: Hashable {}
