#if canImport(UIKit)
  public import UIKit

  extension UICollectionView: TableSurface {
    /// Registers ScreenKit's cell under an identifier.
    public func registerCell(reuseIdentifier: String) {
      register(ScreenCollectionCell.self, forCellWithReuseIdentifier: reuseIdentifier)
    }

    /// A cell to fill.
    public func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> ScreenCollectionCell {
      // What is registered is a ScreenCollectionCell, so the other never is.
      dequeueReusableCell(withReuseIdentifier: reuseIdentifier, for: indexPath) as? ScreenCollectionCell
        ?? ScreenCollectionCell(frame: .zero)
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
          deleteSections(updates.deletedSections)
          insertSections(updates.insertedSections)
          for move in updates.movedSections { moveSection(move.from, toSection: move.to) }
          deleteItems(at: updates.deletedCells)
          insertItems(at: updates.insertedCells)
          for move in updates.movedCells { moveItem(at: move.from, to: move.to) }
          reloadSections(updates.reloadedSections)
          reloadItems(at: updates.reloadedCells)
        }, completion: nil)
    }
  }
#endif
