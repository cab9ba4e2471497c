import Foundation

/// The first step of a ``TableChangeset``: sections are deleted, inserted and moved. Cells of the remaining
/// sections do not change.
struct SectionDifference<Value: Hashable & Sendable> {
  let updates: TableUpdates
  /// The model after the step.
  let model: TableModel<Value>

  /// Finds the difference. Both models must have unique ids.
  init(from old: TableModel<Value>, to new: TableModel<Value>) {
    var updates = TableUpdates()
    let oldIndex = Dictionary(uniqueKeysWithValues: old.sections.enumerated().map { ($1.id, $0) })
    let newIDs = Set(new.sections.map(\.id))
    var keptCells: Set<String> = []
    for (index, section) in old.sections.enumerated() {
      if newIDs.contains(section.id) {
        keptCells.formUnion(section.cells.lazy.map(\.id))
      } else {
        updates.deletedSections.insert(index)
      }
    }
    var remaining: [(from: Int, to: Int)] = []
    var sections: [TableSection<Value>] = []
    for (index, section) in new.sections.enumerated() {
      if let from = oldIndex[section.id] {
        remaining.append((from, index))
        sections.append(old.sections[from])
      } else {
        updates.insertedSections.insert(index)
        var section = section
        // A cell of a remaining section moves here in the next step.
        section.cells.removeAll { keptCells.contains($0.id) }
        sections.append(section)
      }
    }
    let unmoved = LongestIncreasingSubsequence.positions(in: remaining.map(\.from))
    for (position, section) in remaining.enumerated() where !unmoved.contains(position) {
      updates.movedSections.append(.init(from: section.from, to: section.to))
    }
    self.updates = updates
    model = TableModel(sections: sections)
  }
}
