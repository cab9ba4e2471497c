#if canImport(UIKit)
  public import ScreenKit
  public import UIKit

  /// The data source of a collection view: it shows screens, and animates the difference between them by the ids of
  /// items.
  ///
  /// It wraps a diffable data source. The collection view does not keep it alive; keep it in the view controller. Set
  /// `supplementaryViewProvider` of ``diffable`` to show headers and footers, with the texts of ``section(_:)``.
  @MainActor
  public struct ScreenCollectionDataSource {
    /// The wrapped data source. Its identifiers are the ids of sections and items.
    public let diffable: UICollectionViewDiffableDataSource<String, String>
    private let shown: ShownScreen

    /// Creates a data source and sets it as the collection view's.
    /// - Parameters:
    ///   - collectionView: The collection view.
    ///   - catalog: What shows each item. Its entries with `cell` or `update` count.
    public init(_ collectionView: UICollectionView, catalog: ViewCatalog) {
      let shown = ShownScreen(catalog)
      self.shown = shown
      diffable = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, indexPath, id in
        guard let item = shown.item(id) else { return nil }
        // A cell that is reused for the same view type keeps its view.
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: item.viewType)
        let cell = view.dequeueReusableCell(withReuseIdentifier: item.viewType, for: indexPath)
        cell.contentConfiguration = shown.configuration(of: item)
        return cell
      }
    }

    /// The screen that the collection view shows; nil before the first one.
    public var screen: Screen? { shown.screen }

    /// Returns a section; nil when there is none.
    public func section(_ index: Int) -> ScreenSection? { shown.section(index) }

    /// Returns the item of a cell; nil when there is none.
    public func item(at indexPath: IndexPath) -> ScreenItem? {
      diffable.itemIdentifier(for: indexPath).flatMap { shown.item($0) }
    }

    /// Shows a screen. The cells that differ are moved, inserted, deleted or shown again.
    public func apply(_ screen: Screen, animated: Bool = true) {
      diffable.apply(shown.show(screen), animatingDifferences: animated, completion: nil)
    }

    /// Shows what a model has, now and after each change.
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
#endif
