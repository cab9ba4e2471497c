import Foundation
import ScreenKit
import SeededRandom
import Testing

@Suite struct TableChangesetTests {
  typealias Model = TableModel<Int>

  private func model(_ sections: (String, [String])...) -> Model {
    Model(
      sections: sections.map { id, cells in
        TableSection(id: id, header: id, cells: cells.map { TableCell(id: $0, viewType: "T", value: 0) })
      })
  }

  @Test func `equal models have an empty changeset`() {
    let one = model(("s", ["a", "b"]))
    #expect(TableChangeset(from: one, to: one).isEmpty)
  }

  @Test func `one moved cell is one move`() {
    let changeset = TableChangeset(
      from: model(("s", ["a", "b", "c", "d", "e"])), to: model(("s", ["e", "a", "b", "c", "d"])))
    #expect(changeset.description == "move 0:4 to 0:0")
  }

  @Test func `a cell with another value is reloaded and keeps its identity`() {
    let old = model(("s", ["a", "b", "c"]))
    var new = model(("s", ["c", "a", "b"]))
    new.sections[0].cells[0].value = 1
    let changeset = TableChangeset(from: old, to: new)
    #expect(changeset.description == "move 0:2 to 0:0\nreload 0:0")
    #expect(changeset.steps.count == 2)
  }

  @Test func `a cell moves between sections`() {
    let changeset = TableChangeset(
      from: model(("s", ["a", "b"]), ("t", ["c"])), to: model(("s", ["b"]), ("t", ["c", "a"])))
    #expect(changeset.description == "move 0:0 to 1:1")
  }

  @Test func `sections are deleted, inserted, moved and reloaded`() {
    var new = model(("u", ["x"]), ("t", ["c"]), ("s", ["a", "b"]))
    new.sections[1].header = "other"
    let changeset = TableChangeset(from: model(("s", ["a"]), ("gone", ["b"]), ("t", ["c"])), to: new)
    #expect(
      changeset.description
        == "delete section 1\ninsert section 0\nmove section 2 to 1\ninsert 2:1\nreload section 1")
  }

  @Test func `a model with repeated ids needs a reload`() {
    let changeset = TableChangeset(from: model(("s", ["a"])), to: model(("s", ["a", "a"])))
    #expect(changeset.needsReload && changeset.steps.isEmpty && !changeset.isEmpty)
    #expect(changeset.description == "reload all")
  }

  @Test func `an index path outside of the model gives nil`() {
    let one = model(("s", ["a"]))
    #expect(one[.cell(0, inSection: 0)]?.id == "a")
    #expect(one[.cell(1, inSection: 0)] == nil && one[.cell(0, inSection: 1)] == nil)
    #expect(one[.cell(-1, inSection: 0)] == nil && one[IndexPath(index: 0)] == nil && one[IndexPath()] == nil)
    #expect(one.indexPath(of: "a") == .cell(0, inSection: 0))
    #expect(one.indexPath(of: "b") == nil)
  }

  /// Returns a random model. Few ids make it likely that cells and sections stay, move, disappear and change.
  private static func random(_ generator: inout SplitMix64) -> Model {
    var ids = (0..<12).map { "c\($0)" }.shuffled(using: &generator)
    let sections = (0..<5).map { "s\($0)" }.shuffled(using: &generator).prefix(
      Int.random(in: 0...5, using: &generator))
    return Model(
      sections: sections.map { id in
        let count = min(ids.count, Int.random(in: 0...5, using: &generator))
        let taken = ids.prefix(count)
        ids.removeFirst(count)
        return TableSection(
          id: id, header: Bool.random(using: &generator) ? "h" : nil,
          cells: taken.map {
            TableCell(id: $0, viewType: "T", value: Int.random(in: 0...2, using: &generator))
          })
      })
  }

  @Test(arguments: 0..<40) func `the batches turn one model into the other`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let old = Self.random(&generator)
      let new = Self.random(&generator)
      let changeset = TableChangeset(from: old, to: new)
      // The cells that the table shows: the values it got when it last asked.
      var shown = old.sections.map(\.cells)
      for step in changeset.steps {
        shown = BatchArithmetic.apply(step.updates, to: shown, section: []) { step.model.cell($0) }
        for section in step.updates.insertedSections { shown[section] = step.model.sections[section].cells }
        #expect(shown.map { $0.map(\.id) } == step.model.sections.map { $0.cells.map(\.id) })
        for section in step.updates.reloadedSections { shown[section] = step.model.sections[section].cells }
        for path in step.updates.reloadedCells { shown[path[0]][path[1]] = step.model.cell(path) }
      }
      #expect(shown == new.sections.map(\.cells))
      #expect(changeset.isEmpty == (old == new))
    }
  }

  @Test(arguments: 0..<20) func `as few cells as possible move within a section`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let ids = (0..<7).map { "c\($0)" }
    let shuffled = ids.shuffled(using: &generator)
    let changeset = TableChangeset(from: model(("s", ids)), to: model(("s", shuffled)))
    let moves = changeset.steps.flatMap(\.updates.movedCells).count
    // Brute force: the largest subset that is already in order can stay.
    let order = shuffled.compactMap { ids.firstIndex(of: $0) }
    let longest = (0..<(1 << order.count)).filter { subset in
      let kept = order.indices.filter { subset & (1 << $0) != 0 }.map { order[$0] }
      return kept == kept.sorted()
    }.map(\.nonzeroBitCount).max()
    #expect(moves == order.count - (longest ?? 0))
  }
}

extension TableModel {
  func cell(_ path: IndexPath) -> TableCell<Value> { sections[path[0]].cells[path[1]] }
}
