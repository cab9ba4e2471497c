/// A section as a value: its titles and its cells.
public struct TableSection<Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// Unique in the table.
  public var id: String
  /// The title above it, if any.
  public var header: String?
  /// The text below it, if any.
  public var footer: String?
  /// The cells, from top to bottom.
  public var cells: [TableCell<Value>]

  /// A section that is made by hand.
  public init(id: String, header: String? = nil, footer: String? = nil, cells: [TableCell<Value>]) {
    self.id = id
    self.header = header
    self.footer = footer
    self.cells = cells
  }
}
