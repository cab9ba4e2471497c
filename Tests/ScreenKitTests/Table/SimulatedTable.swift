import Foundation
import ScreenKit
import Testing

/// A cell of a ``SimulatedTable``.
@MainActor
final class SimulatedCell: CellHost {
  let reuseIdentifier: String
  var hostedView: AnyObject?
  private(set) var reuses = 0

  init(reuseIdentifier: String) { self.reuseIdentifier = reuseIdentifier }

  func prepareForReuse() {
    reuses += 1
    prepareHostedViewForReuse()
  }
}

/// A table that reuses cells as UITableView does.
///
/// It asks only for the cells of its visible window, collects cells that leave it in a pool per identifier,
/// checks the counts after each batch, and reports what UIKit would refuse.
@MainActor
final class SimulatedTable: TableSurface {
  var driver: TableDriver<AnyContent, SimulatedTable>?
  let windowSize: Int
  private(set) var firstVisible = 0
  private(set) var visible: [IndexPath: SimulatedCell] = [:]
  private(set) var registered: [String] = []
  private(set) var cellsMade = 0
  private(set) var reloads = 0
  private(set) var batches: [TableUpdates] = []
  /// The number of cells of each section, as the table last knew it.
  private var counts: [Int] = []
  private var pool: [String: [SimulatedCell]] = [:]

  init(windowSize: Int) { self.windowSize = windowSize }

  func registerCell(reuseIdentifier: String) { registered.append(reuseIdentifier) }

  func dequeueCell(reuseIdentifier: String, at indexPath: IndexPath) -> SimulatedCell {
    #expect(registered.contains(reuseIdentifier), "UIKit ends the app that dequeues what is not registered")
    if let cell = pool[reuseIdentifier]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    cellsMade += 1
    return SimulatedCell(reuseIdentifier: reuseIdentifier)
  }

  func reloadAll() {
    reloads += 1
    retire(visible)
    counts = countsOfDriver
    layOut()
  }

  func scroll(to first: Int) {
    firstVisible = first
    layOut()
  }

  func perform(_ updates: TableUpdates, changeModel: @escaping () -> Void) {
    #expect(counts == countsOfDriver, "the model changed outside of a batch")
    batches.append(updates)
    let expected = BatchArithmetic.counts(counts, after: updates)
    changeModel()
    #expect(
      expected.count == countsOfDriver.count
        && zip(expected, countsOfDriver).allSatisfy { $0 == nil || $0 == $1 },
      "an invalid update: UIKit ends the app here")
    counts = countsOfDriver
    // A real table keeps moved cells; the driver must not rely on that.
    retire(visible)
    layOut()
  }

  private var countsOfDriver: [Int] {
    guard let driver else { return [] }
    return (0..<driver.sectionCount).map { driver.cellCount(inSection: $0) }
  }

  /// The index paths in the window, which counts the cells of all sections.
  private var window: [IndexPath] {
    let all = counts.enumerated().flatMap { section, count in
      (0..<count).map { IndexPath.cell($0, inSection: section) }
    }
    return Array(all.dropFirst(firstVisible).prefix(windowSize))
  }

  private func retire(_ cells: [IndexPath: SimulatedCell]) {
    for (path, cell) in cells {
      visible[path] = nil
      pool[cell.reuseIdentifier, default: []].append(cell)
    }
  }

  private func layOut() {
    let window = window
    retire(visible.filter { !window.contains($0.key) })
    for path in window where visible[path] == nil { visible[path] = driver?.cell(in: self, at: path) }
  }
}

/// The effect of a batch on the number of cells of each section, as UIKit computes it.
enum BatchArithmetic {
  static func counts(_ counts: [Int], after updates: TableUpdates) -> [Int?] {
    let before = counts.map { Array(repeating: 0, count: $0) }
    let rows = apply(updates, to: before, section: [], inserted: { _ in 0 })
    // The cells of an inserted section are not in the batch; the table asks the data source for them.
    return rows.enumerated().map { updates.insertedSections.contains($0) ? nil : $1.count }
  }

  /// Applies a batch to rows: first deletions, in the numbering before the batch, then insertions, in the
  /// numbering after it, in ascending order.
  static func apply<Row>(
    _ updates: TableUpdates, to sections: [[Row]], section: [Row], inserted: (IndexPath) -> Row
  ) -> [[Row]] {
    var moving: [IndexPath: Row] = [:]
    for move in updates.movedCells { moving[move.to] = sections[move.from[0]][move.from[1]] }
    var result = sections
    for path in (updates.deletedCells + updates.movedCells.map(\.from)).sorted().reversed() {
      result[path[0]].remove(at: path[1])
    }
    var movingSections: [Int: [Row]] = [:]
    for move in updates.movedSections { movingSections[move.to] = result[move.from] }
    for index in updates.deletedSections.union(IndexSet(updates.movedSections.map(\.from))).reversed() {
      result.remove(at: index)
    }
    for index in updates.insertedSections.union(IndexSet(movingSections.keys)) {
      result.insert(movingSections[index] ?? section, at: index)
    }
    for path in (updates.insertedCells + updates.movedCells.map(\.to)).sorted() {
      result[path[0]].insert(moving[path] ?? inserted(path), at: path[1])
    }
    return result
  }
}
