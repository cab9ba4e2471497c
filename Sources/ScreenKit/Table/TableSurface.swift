public import Foundation

/// The operations that a ``TableDriver`` needs from a table.
///
/// `UITableView` and `UICollectionView` conform to it. Conform another type to drive a table of your own, or to
/// simulate one in tests.
@MainActor
public protocol TableSurface: AnyObject {
  /// The class of the cells.
  associatedtype Cell: CellHost

  /// Registers the cell class under an identifier. The driver calls it once for each identifier.
  func registerCell(reuseIdentifier: String)

  /// Returns a reused cell, prepared for reuse, or a new one.
  func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> Cell

  /// Reloads all data.
  func reloadAll()

  /// Applies one batch of updates.
  /// - Parameters:
  ///   - updates: The updates.
  ///   - changeModel: Call it once, within the batch. From then on the driver reports the content after the
  ///     batch.
  func perform(_ updates: TableUpdates, changeModel: @escaping () -> Void)
}
