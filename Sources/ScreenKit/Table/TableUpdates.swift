public import Foundation

/// The changes of one batch, numbered as UIKit numbers them.
///
/// Deletions, and the sources of moves, use the positions before the batch. Insertions, reloads, and the
/// targets of moves use the positions after it.
public struct TableUpdates: Hashable, Sendable {
  /// A move of a section.
  public struct SectionMove: Hashable, Sendable {
    /// The position before the batch.
    public let from: Int
    /// The position after the batch.
    public let to: Int
  }

  /// A move of a cell, within or between sections.
  public struct CellMove: Hashable, Sendable {
    /// The position before the batch.
    public let from: IndexPath
    /// The position after the batch.
    public let to: IndexPath
  }

  /// The deleted sections, with their cells.
  public internal(set) var deletedSections = IndexSet()
  /// The inserted sections, with their cells.
  public internal(set) var insertedSections = IndexSet()
  /// The moved sections, with their cells.
  public internal(set) var movedSections: [SectionMove] = []
  /// The sections whose header or footer differs. All their cells are reloaded too.
  public internal(set) var reloadedSections = IndexSet()
  /// The deleted cells, in ascending order.
  public internal(set) var deletedCells: [IndexPath] = []
  /// The inserted cells, in ascending order.
  public internal(set) var insertedCells: [IndexPath] = []
  /// The moved cells.
  public internal(set) var movedCells: [CellMove] = []
  /// The cells whose value differs.
  public internal(set) var reloadedCells: [IndexPath] = []

  init() {}

  /// Whether the batch is empty.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && reloadedSections.isEmpty
      && deletedCells.isEmpty && insertedCells.isEmpty && movedCells.isEmpty && reloadedCells.isEmpty
  }
}
