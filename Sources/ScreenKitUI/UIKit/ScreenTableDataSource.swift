#if canImport(UIKit)
  public import ScreenKit
  public import UIKit

  /// The data source of a table view: it shows screens, and animates the difference between them by the ids of items.
  ///
  /// ```swift
  /// let dataSource = ScreenTableDataSource(tableView, catalog: catalog)
  /// dataSource.follow(model)
  /// ```
  ///
  /// It wraps a diffable data source. The table view does not keep it alive; keep it in the view controller.
  @MainActor
  public struct ScreenTableDataSource {
    /// The wrapped data source. Its identifiers are the ids of sections and items.
    public var diffable: UITableViewDiffableDataSource<String, String> { source }
    private let source: TitledDataSource
    private let shown: ShownScreen

    /// Creates a data source and sets it as the table view's.
    /// - Parameters:
    ///   - tableView: The table view.
    ///   - catalog: What shows each item. Its entries with `cell` or `update` count.
    public init(_ tableView: UITableView, catalog: ViewCatalog) {
      let shown = ShownScreen(catalog)
      self.shown = shown
      source = TitledDataSource(tableView: tableView) { tableView, indexPath, id in
        guard let item = shown.item(id) else { return nil }
        // A cell that is reused for the same view type keeps its view.
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: item.viewType)
        let cell = tableView.dequeueReusableCell(withIdentifier: item.viewType, for: indexPath)
        cell.contentConfiguration = shown.configuration(of: item)
        return cell
      }
      source.shown = shown
    }

    /// The screen that the table shows; nil before the first one.
    public var screen: Screen? { shown.screen }

    /// Returns the item in a row; nil when there is none.
    public func item(at indexPath: IndexPath) -> ScreenItem? {
      source.itemIdentifier(for: indexPath).flatMap { shown.item($0) }
    }

    /// Shows a screen. The rows that differ are moved, inserted, deleted or shown again.
    public func apply(_ screen: Screen, animated: Bool = true) {
      source.apply(shown.show(screen), animatingDifferences: animated, completion: nil)
    }

    /// Shows what a model has, now and after each change. Show its loading and its errors in ``ScreenModel/onChange``
    /// of your own instead, and call ``apply(_:animated:)`` there.
    public func follow(_ model: ScreenModel) {
      model.onChange = { [weak model] isAnimated in
        guard let model else { return }
        // Nothing of an earlier user, or of a deleted screen, stays.
        apply(model.phase.snapshot?.screen ?? Screen(sections: []), animated: isAnimated)
        model.didDraw()
      }
      if let screen = model.phase.snapshot?.screen {
        apply(screen, animated: false)
        model.didDraw()
      }
    }
  }

  /// A diffable data source with the headers and footers of a screen.
  private final class TitledDataSource: UITableViewDiffableDataSource<String, String> {
    var shown: ShownScreen?

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      shown?.section(section)?.header
    }

    override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      shown?.section(section)?.footer
    }
  }
#endif
