public import Foundation

/// What a table shows, as a value: sections of typed cells.
public struct TableModel<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The sections, from top to bottom.
  public var sections: [TableSection<Value>]

  /// A model that is made by hand.
  public init(sections: [TableSection<Value>] = []) { self.sections = sections }

  /// The sections and items of a screen.
  public init(_ screen: Screen<Value>) {
    sections = screen.sections.map { section in
      TableSection(
        id: section.id, header: section.header, footer: section.footer,
        cells: section.items.map { TableCell(id: $0.id, viewType: $0.viewType, value: $0.value) })
    }
  }

  /// The cell at a place; nil when there is none, as when a table asks late.
  public subscript(indexPath: IndexPath) -> TableCell<Value>? {
    guard let (section, row) = indexPath.place, sections.indices.contains(section),
      sections[section].cells.indices.contains(row)
    else { return nil }
    return sections[section].cells[row]
  }

  /// The place of a cell.
  public func indexPath(of id: String) -> IndexPath? {
    for (number, section) in sections.enumerated() {
      if let row = section.cells.firstIndex(where: { $0.id == id }) { return .cell(row, inSection: number) }
    }
    return nil
  }

  /// Whether sections and cells can be told apart by their ids.
  var hasUniqueIDs: Bool {
    var cells: Set<String> = []
    return Set(sections.map(\.id)).count == sections.count
      && sections.allSatisfy { $0.cells.allSatisfy { cells.insert($0.id).inserted } }
  }
}
