import Foundation

/// The first step of a changeset: sections go, come and move; the cells of those that stay are as they were.
struct SectionDifference<Value: Hashable & Sendable> {
  let updates: TableUpdates
  /// The table after the step.
  let model: TableModel<Value>

  /// Both models have unique ids.
  init(from old: TableModel<Value>, to new: TableModel<Value>) {
    var updates = TableUpdates()
    let oldIndex = Dictionary(uniqueKeysWithValues: old.sections.enumerated().map { ($1.id, $0) })
    let newIDs = Set(new.sections.map(\.id))
    var kept: Set<String> = []
    for (index, section) in old.sections.enumerated() {
      if newIDs.contains(section.id) {
        kept.formUnion(section.cells.lazy.map(\.id))
      } else {
        updates.deletedSections.insert(index)
      }
    }
    var survivors: [(from: Int, to: Int)] = []
    var sections: [TableSection<Value>] = []
    for (index, section) in new.sections.enumerated() {
      if let from = oldIndex[section.id] {
        survivors.append((from, index))
        sections.append(old.sections[from])
      } else {
        updates.insertedSections.insert(index)
        var section = section
        // Cells that stand in a section that stays move here in the next step.
        section.cells.removeAll { kept.contains($0.id) }
        sections.append(section)
      }
    }
    let staying = LongestIncreasingSubsequence.positions(in: survivors.map(\.from))
    for (position, survivor) in survivors.enumerated() where !staying.contains(position) {
      updates.movedSections.append(.init(from: survivor.from, to: survivor.to))
    }
    self.updates = updates
    model = TableModel(sections: sections)
  }
}
