#if canImport(SwiftUI)
  public import ScreenKit
  import SwiftUI

  /// The views of an app: for each view type, what shows it.
  ///
  /// A catalog says everything that an app knows about its view types: ``views`` are the contents to decode, which a
  /// client also names to the server.
  ///
  /// ```swift
  /// let catalog = ViewCatalog {
  ///   Show(OneLineText.self) { Text($0.text1) }
  ///   Fallback { Text("Update the app to see \($0.viewType).") }
  /// }
  /// ```
  public struct ViewCatalog: Sendable {
    /// The content types of the app, for a `ScreenClient`.
    public let views: ViewRegistry
    private let shown: [String: Show]
    private let fallback: Show?

    /// Creates a catalog. Of two entries for one view type, the later one counts.
    public init(@ViewCatalogBuilder _ entries: () -> [Show]) {
      var views = ViewRegistry()
      var shown: [String: Show] = [:]
      var fallback: Show?
      for entry in entries() {
        if let viewType = entry.viewType {
          entry.register(&views)
          shown[viewType] = entry
        } else {
          fallback = entry
        }
      }
      self.views = views
      self.shown = shown
      self.fallback = fallback
    }

    /// Returns what shows an item, from the entry of its view type, or else from the fallback.
    func first<Made>(for item: ScreenItem, _ make: (Show) -> Made?) -> Made? {
      shown[item.viewType].flatMap(make) ?? fallback.flatMap(make)
    }
  }

  /// Builds the entries of a ``ViewCatalog``.
  @resultBuilder
  public enum ViewCatalogBuilder {
    /// An entry for one view type.
    public static func buildExpression(_ entry: Show) -> [Show] { [entry] }

    /// The entry for all other view types.
    public static func buildExpression(_ entry: Fallback) -> [Show] { [entry.entry] }

    /// Entries in a row.
    public static func buildBlock(_ entries: [Show]...) -> [Show] { entries.flatMap { $0 } }

    /// Entries under a condition.
    public static func buildOptional(_ entries: [Show]?) -> [Show] { entries ?? [] }

    /// The entries of the first branch.
    public static func buildEither(first entries: [Show]) -> [Show] { entries }

    /// The entries of the second branch.
    public static func buildEither(second entries: [Show]) -> [Show] { entries }

    /// Entries under a check of availability.
    public static func buildLimitedAvailability(_ entries: [Show]) -> [Show] { entries }
  }
#endif
