/// The difference between two table models, in steps that a table can animate.
///
/// Cells are compared by id: a cell whose value differs is reloaded, one at another position is moved. A table
/// cannot move sections together with cells in them, nor move a cell and reload it in one batch. So there are
/// up to three steps: sections, then cells, then reloads.
public struct TableChangeset<Value: Hashable & Sendable>: Hashable, Sendable {
  /// One batch of updates, with the model that the data source must report during and after it.
  public struct Step: Hashable, Sendable {
    /// The updates of the batch.
    public let updates: TableUpdates
    /// The data source's content during and after this batch.
    public let model: TableModel<Value>
  }

  /// The steps, in order. None is empty.
  public let steps: [Step]
  /// The model after all steps.
  public let target: TableModel<Value>
  /// Whether the table must reload all its data, because a model repeats an id. `steps` is then empty.
  public let needsReload: Bool

  /// Finds the difference between two models, in O(n log n).
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
  /// One line for each change, with positions as `section:row`, such as `move 0:0 to 0:1`.
  public var description: String {
    if needsReload { return "reload all" }
    return steps.map { $0.updates.description }.joined(separator: "\n")
  }
}

extension TableUpdates: CustomStringConvertible {
  /// One line for each change, with positions as `section:row`.
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
