#if canImport(UIKit)
  public import UIKit

  extension UITableView: TableSurface {
    /// Registers ``ScreenTableCell`` under an identifier.
    public func registerCell(reuseIdentifier: String) {
      register(ScreenTableCell.self, forCellReuseIdentifier: reuseIdentifier)
    }

    /// Returns a reused or new cell.
    public func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> ScreenTableCell {
      // The registered class is ScreenTableCell, so the cast succeeds. The fallback exists because a table view
      // requires a cell.
      dequeueReusableCell(withIdentifier: reuseIdentifier, for: indexPath) as? ScreenTableCell
        ?? ScreenTableCell(style: .default, reuseIdentifier: reuseIdentifier)
    }

    /// Reloads all data.
    public func reloadAll() { reloadData() }

    /// Applies one batch of updates. Reloads all data when the table view is not in a window, where UIKit
    /// cannot animate.
    public func perform(_ updates: TableUpdates, changeModel: @escaping () -> Void) {
      guard window != nil else {
        changeModel()
        reloadData()
        return
      }
      performBatchUpdates(
        { [self] in
          changeModel()
          deleteSections(updates.deletedSections, with: .automatic)
          insertSections(updates.insertedSections, with: .automatic)
          for move in updates.movedSections { moveSection(move.from, toSection: move.to) }
          deleteRows(at: updates.deletedCells, with: .automatic)
          insertRows(at: updates.insertedCells, with: .automatic)
          for move in updates.movedCells { moveRow(at: move.from, to: move.to) }
          reloadSections(updates.reloadedSections, with: .automatic)
          reloadRows(at: updates.reloadedCells, with: .automatic)
        }, completion: nil)
    }
  }
#endif
