/// The screens and the catalogue that one writer changes at once.
package struct PublishedChange: Sendable {
  package let catalogue: Catalogue
  /// Whether view types, formats, preview templates, groups or releases were changed.
  package let changesCatalogue: Bool
  /// The new versions; all current screens if the catalogue was changed.
  package let screens: [LazyPublishedScreen]
  package let deleted: [(route: Route, version: Int)]
  /// What an observer has prepared for the only screen; nil if none has prepared anything.
  package var prepared: (any PreparedVersion)?

  /// Creates a change of screens.
  package init(
    _ catalogue: Catalogue, published screens: [LazyPublishedScreen] = [],
    deleted: [(route: Route, version: Int)] = []
  ) {
    self.init(catalogue, changesCatalogue: false, screens, deleted)
  }

  /// Creates a change of the catalogue.
  /// - Parameter screens: all current screens.
  package init(
    changing catalogue: Catalogue, screens: [LazyPublishedScreen],
    deleted: [(route: Route, version: Int)] = []
  ) {
    self.init(catalogue, changesCatalogue: true, screens, deleted)
  }

  private init(
    _ catalogue: Catalogue, changesCatalogue: Bool, _ screens: [LazyPublishedScreen],
    _ deleted: [(route: Route, version: Int)]
  ) {
    self.catalogue = catalogue
    self.changesCatalogue = changesCatalogue
    self.screens = screens
    self.deleted = deleted
  }
}
