import Foundation

/// The second and third step of a changeset: cells go, come and move within and between sections; then what shows
/// something else is reloaded.
struct CellDifference<Value: Hashable & Sendable> {
  private(set) var updates = TableUpdates()
  private(set) var reloads = TableUpdates()

  /// Both models have unique ids, and the same sections in the same order.
  init(from old: TableModel<Value>, to new: TableModel<Value>) {
    var places: [String: (section: Int, row: Int)] = [:]
    for (section, content) in old.sections.enumerated() {
      for (row, cell) in content.cells.enumerated() { places[cell.id] = (section, row) }
    }
    var leaving = places
    for (number, (before, section)) in zip(old.sections, new.sections).enumerated() {
      if before.header != section.header || before.footer != section.footer {
        reloads.reloadedSections.insert(number)
      }
      let rows = section.cells.map { cell in places[cell.id].flatMap { $0.section == number ? $0.row : nil } }
      let staying = Self.staying(rows)
      for (row, cell) in section.cells.enumerated() {
        let path = IndexPath.cell(row, inSection: number)
        guard let from = leaving.removeValue(forKey: cell.id) else {
          updates.insertedCells.append(path)
          continue
        }
        if !staying.contains(row) {
          updates.movedCells.append(.init(from: .cell(from.row, inSection: from.section), to: path))
        }
        if old.sections[from.section].cells[from.row] != cell, !reloads.reloadedSections.contains(number) {
          reloads.reloadedCells.append(path)
        }
      }
    }
    updates.deletedCells = leaving.values.map { .cell($0.row, inSection: $0.section) }.sorted()
  }

  /// The rows whose cells need not move, given the former row of each that was in this section before.
  private static func staying(_ rows: [Int?]) -> Set<Int> {
    let known = rows.enumerated().compactMap { row, former in former.map { (row: row, former: $0) } }
    return Set(LongestIncreasingSubsequence.positions(in: known.map(\.former)).map { known[$0].row })
  }
}
