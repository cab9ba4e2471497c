#if canImport(UIKit)
  public import UIKit

  extension UITableView: TableSurface {
    /// Registers ScreenKit's cell under an identifier.
    public func registerCell(reuseIdentifier: String) {
      register(ScreenTableCell.self, forCellReuseIdentifier: reuseIdentifier)
    }

    /// A cell to fill.
    public func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> ScreenTableCell {
      // What is registered is a ScreenTableCell, so the other never is; a table must be given a cell, though.
      dequeueReusableCell(withIdentifier: reuseIdentifier, for: indexPath) as? ScreenTableCell
        ?? ScreenTableCell(style: .default, reuseIdentifier: reuseIdentifier)
    }

    /// Reloads everything.
    public func reloadAll() { reloadData() }

    /// One batch of updates; all is reloaded when the table is in no window, where UIKit cannot animate.
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
