import Foundation
import ScreenKit

/// A cell of a ``TerminalTable``.
@MainActor
final class TerminalCell: CellHost {
  let reuseIdentifier: String
  var hostedView: HostedView?

  init(reuseIdentifier: String) { self.reuseIdentifier = reuseIdentifier }
}

/// A table that prints its cells from top to bottom. It shows one cell at a time, so one cell per identifier
/// is enough.
@MainActor
final class TerminalTable: TableSurface {
  private var cells: [String: TerminalCell] = [:]

  func registerCell(reuseIdentifier: String) {
    cells[reuseIdentifier] = TerminalCell(reuseIdentifier: reuseIdentifier)
  }

  func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> TerminalCell {
    let cell = cells[reuseIdentifier] ?? TerminalCell(reuseIdentifier: reuseIdentifier)
    cell.prepareHostedViewForReuse()
    return cell
  }

  func reloadAll() {}

  func perform(_ updates: TableUpdates, changeModel: @escaping () -> Void) { changeModel() }

  /// Returns the lines of all sections and cells.
  func lines(_ driver: TableDriver<AnyContent, TerminalTable>) -> [String] {
    var lines: [String] = []
    for section in 0..<driver.sectionCount {
      if let header = driver.header(ofSection: section) { lines.append("== \(header) ==") }
      for row in 0..<driver.cellCount(inSection: section) {
        let cell = driver.cell(in: self, at: .cell(row, inSection: section))
        let text = (cell.hostedView as? any LineView)?.lines ?? []
        lines += text.enumerated().map { ($0 == 0 ? "  * " : "    ") + $1 }
      }
      if let footer = driver.footer(ofSection: section) { lines.append("-- \(footer)") }
    }
    return lines
  }
}
