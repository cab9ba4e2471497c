public import Foundation

/// The logic of a table's data source: it holds the model, configures cells, and applies new models.
///
/// On iOS, `ScreenTableDataSource` and `ScreenCollectionDataSource` connect a driver to UIKit.
@MainActor
public final class TableDriver<Value: Hashable & Sendable, Surface: TableSurface> {
  private let registry: CellRegistry<Value>
  /// The surface is held weakly because a table's data source often owns the driver.
  private weak var surface: Surface?
  private var registered: Set<String> = []
  /// The content that the table shows.
  public private(set) var model = TableModel<Value>()

  /// Creates a driver. It does not keep the surface alive.
  /// - Parameters:
  ///   - registry: The cells of the app.
  ///   - surface: The table.
  public init(registry: CellRegistry<Value>, surface: Surface) {
    self.registry = registry
    self.surface = surface
  }

  /// The number of sections.
  public var sectionCount: Int { model.sections.count }

  /// Returns the number of cells in a section; 0 when there is no such section.
  public func cellCount(inSection section: Int) -> Int { self.section(section)?.cells.count ?? 0 }

  /// Returns the text above a section; nil without one.
  public func header(ofSection section: Int) -> String? { self.section(section)?.header }

  /// Returns the text below a section; nil without one.
  public func footer(ofSection section: Int) -> String? { self.section(section)?.footer }

  private func section(_ index: Int) -> TableSection<Value>? {
    model.sections.indices.contains(index) ? model.sections[index] : nil
  }

  /// Returns a configured cell for a position.
  ///
  /// The cell class is registered on first use. A view type without a registered view gets the placeholder
  /// view, or else an empty cell, because a table requires a cell.
  public func cell(in surface: Surface, at indexPath: IndexPath) -> Surface.Cell {
    let content = model[indexPath]
    let found = content.flatMap { registry.registration(of: $0.viewType) }
    let registration = found ?? registry.placeholder
    // A view type never begins with "$", so this identifier differs from that of every view type.
    let identifier = found == nil ? "$placeholder" : content?.viewType ?? "$placeholder"
    if registered.insert(identifier).inserted { surface.registerCell(reuseIdentifier: identifier) }
    let cell = surface.dequeueCell(reuseIdentifier: identifier, at: indexPath)
    guard let content else { return cell }
    if found == nil {
      registry.warn(
        ScreenWarning(
          .noCell, viewType: content.viewType, itemID: content.id,
          message: "no view is registered for the view type \"\(content.viewType)\""))
    }
    guard let registration else { return cell }
    let view = cell.hostedView ?? registration.makeView()
    if cell.hostedView == nil { cell.hostedView = view }
    if let warning = registration.configure(view, content) {
      registry.warn(warning)
      // Otherwise, a reused cell would still show its last item.
      if warning.kind == .valueNotShown { cell.hostedView = nil }
    }
    return cell
  }

  /// Shows a model. The table animates the differences from the current one.
  /// - Parameters:
  ///   - new: The model to show.
  ///   - animated: Whether to animate; if false, the table reloads all its data.
  /// - Returns: The changes, for instance for a log.
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

  /// Shows a screen. The table animates the differences from the current model.
  /// - Parameters:
  ///   - screen: The screen to show.
  ///   - animated: Whether to animate; if false, the table reloads all its data.
  /// - Returns: The changes, for instance for a log.
  @discardableResult
  public func apply(_ screen: Screen<Value>, animated: Bool = true) -> TableChangeset<Value> {
    apply(TableModel(screen), animated: animated)
  }
}
