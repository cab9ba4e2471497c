#if canImport(UIKit)
  import ScreenKit
  import UIKit

  /// The screen that a data source shows, with its items by id.
  @MainActor
  final class ShownScreen {
    private let catalog: ViewCatalog
    private(set) var screen: Screen?
    private var items: [String: ScreenItem] = [:]

    init(_ catalog: ViewCatalog) { self.catalog = catalog }

    func item(_ id: String) -> ScreenItem? { items[id] }

    func section(_ index: Int) -> ScreenSection? {
      guard let sections = screen?.sections, sections.indices.contains(index) else { return nil }
      return sections[index]
    }

    /// The configuration of the cell of an item; nil leaves the cell empty.
    func configuration(of item: ScreenItem) -> (any UIContentConfiguration)? {
      catalog.first(for: item) { $0.configuration?(item.content) }
    }

    /// Takes a new screen.
    /// - Returns: Its ids, with those of the items and sections that have to be shown again.
    func show(_ new: Screen) -> NSDiffableDataSourceSnapshot<String, String> {
      let difference = screen.map { ScreenDifference(from: $0, to: new) }
      let known = Set(screen?.sections.map(\.id) ?? [])
      let earlier = items
      screen = new
      items = Dictionary(new.items.map { ($0.id, $0) }) { first, _ in first }
      var snapshot = NSDiffableDataSourceSnapshot<String, String>()
      var taken: Set<String> = []
      for section in new.sections {
        snapshot.appendSections([section.id])
        // A diffable data source stops the app at a repeated id.
        let ids = section.items.map(\.id).filter { taken.insert($0).inserted }
        snapshot.appendItems(ids, toSection: section.id)
      }
      if let difference {
        // UIKit stops the app if a reconfigured cell gets another reuse identifier, which is the view type.
        let keepsCell = { (id: String) in earlier[id]?.viewType == self.items[id]?.viewType }
        snapshot.reconfigureItems(difference.changed.filter { keepsCell($0) })
        snapshot.reloadItems(difference.changed.filter { !keepsCell($0) })
        snapshot.reloadSections(
          difference.changedSections.filter { id in
            known.contains(id) && new.sections.contains { $0.id == id }
          })
      }
      return snapshot
    }
  }
#endif
