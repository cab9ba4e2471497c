/// A section of a table model: cells with an optional header and footer.
public struct TableSection<Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The id, unique in the table.
  public var id: String
  /// The text above the cells; nil without one.
  public var header: String?
  /// The text below the cells; nil without one.
  public var footer: String?
  /// The cells, from top to bottom.
  public var cells: [TableCell<Value>]

  /// Creates a section.
  public init(id: String, header: String? = nil, footer: String? = nil, cells: [TableCell<Value>]) {
    self.id = id
    self.header = header
    self.footer = footer
    self.cells = cells
  }
}
