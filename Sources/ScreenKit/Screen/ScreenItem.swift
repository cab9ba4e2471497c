/// One item of a screen: an id, a view type and a content.
public struct ScreenItem: Hashable, Sendable, Identifiable {
  /// The id, unique in the screen.
  ///
  /// It is the server's id, or `VIEWTYPE-n` (the n-th item of that view type) when the wire format has no ids.
  public var id: String
  /// The name of the view type.
  public var viewType: String
  /// The content: the registered type, what the app made of it, or an ``UnknownContent``.
  public var content: AnyContent
  /// The whole item as the server sent it. Set only for an item of an unknown view type, or one whose content
  /// could not be decoded.
  public var rawItem: JSONValue?

  /// Creates an item without a server, such as one for a preview.
  public init(id: String, viewType: String, content: AnyContent, rawItem: JSONValue? = nil) {
    self.id = id
    self.viewType = viewType
    self.content = content
    self.rawItem = rawItem
  }

  /// Creates an item from a content, under the view type of the content.
  public init<Content: ViewObject>(id: String, _ content: Content) {
    self.init(id: id, viewType: Content.viewType, content: AnyContent(content))
  }

  /// Returns the content as a type; nil when it is of another type.
  public func content<Content>(as type: Content.Type) -> Content? { content.content(as: type) }
}
