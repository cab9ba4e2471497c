/// A cell of a table model: an id, a view type and a value.
public struct TableCell<Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The id, unique in the table. It identifies the cell when its value changes or it moves.
  public var id: String
  /// The view type, under which the view is registered and the cell is reused.
  public var viewType: String
  /// The value that the cell shows.
  public var value: Value

  /// Creates a cell.
  public init(id: String, viewType: String, value: Value) {
    self.id = id
    self.viewType = viewType
    self.value = value
  }
}

extension TableCell where Value == AnyContent {
  /// Creates a cell from a content, under the view type of the content.
  public init<Content: ViewObject>(id: String, _ content: Content) {
    self.init(id: id, viewType: Content.viewType, value: AnyContent(content))
  }
}
