extension PublishedState {
  /// From this number of changed screens on, one notification for all screens replaces one for each.
  private static let manyScreens = 100

  /// Takes over changes that are stored already.
  /// - Parameter areProposed: whether they are those of a change set, which may be invalid.
  /// - Returns: what observers are notified of.
  mutating func take(
    _ changes: StoreChanges, reporter: DamageReporter, areProposed: Bool
  ) -> PublishedChange {
    let changesCatalogue = takeDocuments(of: changes).contains(where: \.belongsToCatalogue)
    var newest: [Route: ScreenVersion] = [:]
    for version in changes.versions where version.number >= newest[version.route]?.number ?? 0 {
      newest[version.route] = version
    }
    var published: [LazyPublishedScreen] = []
    var deleted: [(route: Route, version: Int)] = []
    for version in newest.values where version.number > self[version.route]?.version ?? 0 {
      let stored = UnparsedVersion(version)
      if let text = stored.definition {
        let screen = LazyPublishedScreen(
          stored, text: text, catalogue: catalogue, reporter: reporter, isProposed: areProposed)
        put(.published(screen), at: version.route)
        published.append(screen)
      } else {
        put(.deleted(version: version.number), at: version.route)
        deleted.append((version.route, version.number))
      }
    }
    imports.merge(changes.imports) { _, new in new }
    for (route, draft) in changes.drafts {
      schedules[route] = draft?.dueAt
    }
    return changesCatalogue || published.count >= Self.manyScreens
      ? PublishedChange(changing: catalogue, screens: screens, deleted: deleted)
      : PublishedChange(catalogue, published: published, deleted: deleted)
  }
}
