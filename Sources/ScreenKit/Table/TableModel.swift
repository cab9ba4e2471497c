public import Foundation

/// The content of a table, as a value: sections of cells.
public struct TableModel<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The sections, from top to bottom.
  public var sections: [TableSection<Value>]

  /// Creates a model from sections, without a server.
  public init(sections: [TableSection<Value>] = []) { self.sections = sections }

  /// Creates a model from the sections and items of a screen.
  public init(_ screen: Screen<Value>) {
    sections = screen.sections.map { section in
      TableSection(
        id: section.id, header: section.header, footer: section.footer,
        cells: section.items.map { TableCell(id: $0.id, viewType: $0.viewType, value: $0.value) })
    }
  }

  /// The cell at a position; nil when there is none.
  public subscript(indexPath: IndexPath) -> TableCell<Value>? {
    guard let (section, row) = indexPath.sectionAndRow, sections.indices.contains(section),
      sections[section].cells.indices.contains(row)
    else { return nil }
    return sections[section].cells[row]
  }

  /// Returns the position of a cell; nil when the model has no such cell.
  public func indexPath(of id: String) -> IndexPath? {
    for (number, section) in sections.enumerated() {
      if let row = section.cells.firstIndex(where: { $0.id == id }) { return .cell(row, inSection: number) }
    }
    return nil
  }

  /// Whether all section ids and all cell ids are unique.
  var hasUniqueIDs: Bool {
    var cells: Set<String> = []
    return Set(sections.map(\.id)).count == sections.count
      && sections.allSatisfy { $0.cells.allSatisfy { cells.insert($0.id).inserted } }
  }
}
