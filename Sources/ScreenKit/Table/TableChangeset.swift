/// What leads from one table model to another, in steps that a table can animate.
///
/// Identity is not equality: a cell of the same id that shows something else is reloaded, one that stands elsewhere is
/// moved. Tables mix up sections that move with cells that move within them, and cells that move with their reloading;
/// so there are up to three steps: sections, then cells, then what is reloaded.
public struct TableChangeset<Value: Hashable & Sendable>: Hashable, Sendable {
  /// One batch, and the model that the table asks during and after it.
  public struct Step: Hashable, Sendable {
    /// The changes of the batch.
    public let updates: TableUpdates
    /// What the table is told that there is.
    public let model: TableModel<Value>
  }

  /// The batches, in their order; none is empty.
  public let steps: [Step]
  /// The model that the steps lead to.
  public let target: TableModel<Value>
  /// Whether the models cannot be compared, as ids are repeated in one: then there are no steps, and all is reloaded.
  public let needsReload: Bool

  /// Finds what leads from one model to the other, in time n log n.
  public init(from old: TableModel<Value>, to new: TableModel<Value>) {
    target = new
    guard old.hasUniqueIDs, new.hasUniqueIDs else {
      steps = []
      needsReload = old != new
      return
    }
    needsReload = false
    let arranged = SectionDifference(from: old, to: new)
    let cells = CellDifference(from: arranged.model, to: new)
    let steps = [
      Step(updates: arranged.updates, model: arranged.model), Step(updates: cells.updates, model: new),
      Step(updates: cells.reloads, model: new),
    ]
    self.steps = steps.filter { !$0.updates.isEmpty }
  }

  /// Whether the models are equal.
  public var isEmpty: Bool { steps.isEmpty && !needsReload }
}

extension TableChangeset: CustomStringConvertible {
  /// Each change on a line of its own, places as `section:row`, such as `move 0:0 to 0:1`.
  public var description: String {
    if needsReload { return "reload all" }
    return steps.map { $0.updates.description }.joined(separator: "\n")
  }
}

extension TableUpdates: CustomStringConvertible {
  /// In words, for a log.
  public var description: String {
    var lines = deletedSections.map { "delete section \($0)" }
    lines += insertedSections.map { "insert section \($0)" }
    lines += movedSections.map { "move section \($0.from) to \($0.to)" }
    lines += deletedCells.map { "delete \($0.text)" }
    lines += insertedCells.map { "insert \($0.text)" }
    lines += movedCells.map { "move \($0.from.text) to \($0.to.text)" }
    lines += reloadedSections.map { "reload section \($0)" }
    lines += reloadedCells.map { "reload \($0.text)" }
    return lines.joined(separator: "\n")
  }
}
