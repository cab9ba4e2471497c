extension Screen {
  /// Appends the items of the next page. A section that goes on there is continued.
  ///
  /// A wire format without ids gives `VIEWTYPE-n` on each page, so these are counted on.
  public mutating func append(_ page: Screen) {
    var ids = IdentifierPool(isSent: true)
    for item in items + innerItems { _ = ids.claim(item.id) }
    func own(_ item: ScreenItem) -> ScreenItem {
      var item = item
      if !ids.claim(item.id) { item.id = ids.derive(from: item.viewType) }
      return item
    }
    for var section in page.sections {
      section.items = section.items.map(own)
      if let index = sections.firstIndex(where: { $0.id == section.id }) {
        sections[index].items += section.items
      } else {
        sections.append(section)
      }
    }
    innerItems += page.innerItems.map(own)
  }
}

extension ScreenSnapshot {
  /// Appends the next page: its items and warnings, and where the page after it is.
  public mutating func append(_ page: ScreenSnapshot) {
    screen.append(page.screen)
    warnings += page.warnings
    downgraded.merge(page.downgraded) { first, _ in first }
    nextPage = page.nextPage
  }
}
