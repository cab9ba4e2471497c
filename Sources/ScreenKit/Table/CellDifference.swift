import Foundation

/// The second and third step of a ``TableChangeset``: cells are deleted, inserted and moved within and between
/// sections; then cells whose value differs are reloaded.
struct CellDifference<Value: Hashable & Sendable> {
  private(set) var updates = TableUpdates()
  private(set) var reloads = TableUpdates()

  /// Finds the difference. Both models must have unique ids and the same sections in the same order.
  init(from old: TableModel<Value>, to new: TableModel<Value>) {
    var positions: [String: (section: Int, row: Int)] = [:]
    for (section, content) in old.sections.enumerated() {
      for (row, cell) in content.cells.enumerated() { positions[cell.id] = (section, row) }
    }
    var remaining = positions
    for (number, (before, section)) in zip(old.sections, new.sections).enumerated() {
      if before.header != section.header || before.footer != section.footer {
        reloads.reloadedSections.insert(number)
      }
      let rows = section.cells.map { cell in
        positions[cell.id].flatMap { $0.section == number ? $0.row : nil }
      }
      let unmoved = Self.unmoved(rows)
      for (row, cell) in section.cells.enumerated() {
        let path = IndexPath.cell(row, inSection: number)
        guard let from = remaining.removeValue(forKey: cell.id) else {
          updates.insertedCells.append(path)
          continue
        }
        if !unmoved.contains(row) {
          updates.movedCells.append(.init(from: .cell(from.row, inSection: from.section), to: path))
        }
        if old.sections[from.section].cells[from.row] != cell, !reloads.reloadedSections.contains(number) {
          reloads.reloadedCells.append(path)
        }
      }
    }
    updates.deletedCells = remaining.values.map { .cell($0.row, inSection: $0.section) }.sorted()
  }

  /// Returns the rows whose cells need no move.
  /// - Parameter rows: The former row of each cell; nil for a cell that was not in this section.
  private static func unmoved(_ rows: [Int?]) -> Set<Int> {
    let known = rows.enumerated().compactMap { row, former in former.map { (row: row, former: $0) } }
    return Set(LongestIncreasingSubsequence.positions(in: known.map(\.former)).map { known[$0].row })
  }
}
