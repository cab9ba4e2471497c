public import Foundation

/// The logic of a table's data source: what there is to show, which cell shows it, and how one model becomes the next.
@MainActor
public final class TableDriver<Value: Hashable & Sendable, Surface: TableSurface> {
  private let registry: CellRegistry<Value>
  /// Weakly, as a table's data source is often what owns the driver.
  private weak var surface: Surface?
  private var registered: Set<String> = []
  /// What the table is told that there is.
  public private(set) var model = TableModel<Value>()

  /// A driver for a table, which it does not keep alive.
  public init(registry: CellRegistry<Value>, surface: Surface) {
    self.registry = registry
    self.surface = surface
  }

  /// How many sections there are.
  public var sectionCount: Int { model.sections.count }

  /// How many cells a section has; none for one that is not there.
  public func cellCount(inSection section: Int) -> Int { self.section(section)?.cells.count ?? 0 }

  /// The title above a section.
  public func header(ofSection section: Int) -> String? { self.section(section)?.header }

  /// The text below a section.
  public func footer(ofSection section: Int) -> String? { self.section(section)?.footer }

  private func section(_ index: Int) -> TableSection<Value>? {
    model.sections.indices.contains(index) ? model.sections[index] : nil
  }

  /// The cell at a place, registered on first use, and filled.
  ///
  /// A table must be given a cell: for a view type without one it is the placeholder, or stays empty.
  public func cell(in surface: Surface, at indexPath: IndexPath) -> Surface.Cell {
    let content = model[indexPath]
    let found = content.flatMap { registry.registration(of: $0.viewType) }
    let registration = found ?? registry.placeholder
    // No view type begins with "$", so that this is none of theirs.
    let identifier = found == nil ? "$placeholder" : content?.viewType ?? "$placeholder"
    if registered.insert(identifier).inserted { surface.registerCell(reuseIdentifier: identifier) }
    let cell = surface.dequeueCell(reuseIdentifier: identifier, at: indexPath)
    guard let content else { return cell }
    if found == nil {
      registry.warn(
        ScreenWarning(
          .noCell, viewType: content.viewType, itemID: content.id,
          message: "no cell is registered for \"\(content.viewType)\""))
    }
    guard let registration else { return cell }
    let view = cell.hostedView ?? registration.makeView()
    if cell.hostedView == nil { cell.hostedView = view }
    if let warning = registration.configure(view, content) { registry.warn(warning) }
    return cell
  }

  /// Shows another model: with the changes that lead to it, so that the table can animate them.
  /// - Returns: the changes, for a log.
  @discardableResult
  public func apply(_ new: TableModel<Value>, animated: Bool = true) -> TableChangeset<Value> {
    let changeset = TableChangeset(from: model, to: new)
    guard let surface else {
      model = new
      return changeset
    }
    if changeset.needsReload || !animated {
      model = new
      if !changeset.isEmpty { surface.reloadAll() }
      return changeset
    }
    for step in changeset.steps { surface.perform(step.updates) { [self] in model = step.model } }
    model = new
    return changeset
  }

  /// Shows another screen.
  @discardableResult
  public func apply(_ screen: Screen<Value>, animated: Bool = true) -> TableChangeset<Value> {
    apply(TableModel(screen), animated: animated)
  }
}
