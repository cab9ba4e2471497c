#if canImport(SwiftUI)
  public import ScreenKit
  public import SwiftUI

  /// The view of an item, from the catalog of the views around it.
  ///
  /// Use it for the items inside an item:
  ///
  /// ```swift
  /// Show(Shelf.self) { shelf in
  ///   ForEach(shelf.books) { ItemView($0) }
  /// }
  /// ```
  public struct ItemView: View {
    @Environment(\.viewCatalog) private var catalog
    private let item: ScreenItem

    /// Creates the view of an item.
    public init(_ item: ScreenItem) { self.item = item }

    /// The view that the catalog has for the item; empty without one.
    public var body: some View { catalog.first(for: item) { $0.view?(item.content) } }
  }

  extension View {
    /// Sets the catalog for the screens and items in a view.
    public func viewCatalog(_ catalog: ViewCatalog) -> some View { environment(\.viewCatalog, catalog) }
  }

  extension EnvironmentValues {
    var viewCatalog: ViewCatalog {
      get { self[ViewCatalogKey.self] }
      set { self[ViewCatalogKey.self] = newValue }
    }
  }

  private struct ViewCatalogKey: EnvironmentKey {
    static let defaultValue = ViewCatalog {}
  }
#endif
