public import Foundation

/// Changes that a table makes in one batch, in the terms of UIKit: what goes, and the origin of what moves, is numbered
/// as before the batch; what comes, where it moves to, and what is reloaded, as after it.
public struct TableUpdates: Hashable, Sendable {
  /// A section that stands elsewhere.
  public struct SectionMove: Hashable, Sendable {
    /// Where it was before the batch.
    public let from: Int
    /// Where it is after the batch.
    public let to: Int
  }

  /// A cell that stands elsewhere, maybe in another section.
  public struct CellMove: Hashable, Sendable {
    /// Where it was before the batch.
    public let from: IndexPath
    /// Where it is after the batch.
    public let to: IndexPath
  }

  /// Sections that go, with their cells.
  public internal(set) var deletedSections = IndexSet()
  /// Sections that come, with their cells.
  public internal(set) var insertedSections = IndexSet()
  /// Sections that stand elsewhere, with their cells.
  public internal(set) var movedSections: [SectionMove] = []
  /// Sections of which the header or footer is another; all of their cells are reloaded, too.
  public internal(set) var reloadedSections = IndexSet()
  /// Cells that go, in ascending order.
  public internal(set) var deletedCells: [IndexPath] = []
  /// Cells that come, in ascending order.
  public internal(set) var insertedCells: [IndexPath] = []
  /// Cells that stand elsewhere.
  public internal(set) var movedCells: [CellMove] = []
  /// Cells that show something else.
  public internal(set) var reloadedCells: [IndexPath] = []

  init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && reloadedSections.isEmpty
      && deletedCells.isEmpty && insertedCells.isEmpty && movedCells.isEmpty && reloadedCells.isEmpty
  }
}
