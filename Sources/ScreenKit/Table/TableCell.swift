/// A cell as a value: who it is, of which kind, and what it shows.
public struct TableCell<Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// Unique in the table. Cells of the same id are the same cell, whatever they show.
  public var id: String
  /// By which the cell is registered and reused.
  public var viewType: String
  /// What it shows.
  public var value: Value

  /// A cell of any value.
  public init(id: String, viewType: String, value: Value) {
    self.id = id
    self.viewType = viewType
    self.value = value
  }
}

extension TableCell where Value == AnyContent {
  /// A cell of a content that names its view type.
  public init<Content: ViewObject>(id: String, _ content: Content) {
    self.init(id: id, viewType: Content.viewType, value: AnyContent(content))
  }
}
