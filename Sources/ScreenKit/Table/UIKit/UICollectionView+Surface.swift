#if canImport(UIKit)
  public import UIKit

  extension UICollectionView: TableSurface {
    /// Registers ``ScreenCollectionCell`` under an identifier.
    public func registerCell(reuseIdentifier: String) {
      register(ScreenCollectionCell.self, forCellWithReuseIdentifier: reuseIdentifier)
    }

    /// Returns a reused or new cell.
    public func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> ScreenCollectionCell {
      // The registered class is ScreenCollectionCell, so the cast succeeds. The fallback exists because a
      // collection view requires a cell.
      dequeueReusableCell(withReuseIdentifier: reuseIdentifier, for: indexPath) as? ScreenCollectionCell
        ?? ScreenCollectionCell(frame: .zero)
    }

    /// Reloads all data.
    public func reloadAll() { reloadData() }

    /// Applies one batch of updates. Reloads all data when the collection view is not in a window, where UIKit
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
