import Assignment
package import JSONText

/// The document of screens that an app ships with, for its first start without a network. Each screen is rendered as
/// for a unit in no experiment.
package enum SeedDocument {
  /// Renders the current screens of a store.
  /// - Parameter name: the wire format that the app decodes; nil for the format of each definition.
  /// - Returns: `{"screens":[{"route","format","etag","version","body"}]}`, with the bodies as texts.
  /// - Throws: ``DamagedVersion``, ``UnknownFormat``.
  package static func json(of contents: StoreContents, format name: String?) throws -> JSONValue {
    var catalogue = Catalogue()
    catalogue.setGroups(contents.documents[.group])
    // An invalid view type has no places for items.
    _ = catalogue.setViewTypes(contents.documents[.viewType])
    var screens: [JSONValue] = []
    for stored in contents.screens {
      guard let text = stored.definition else { continue }
      let screen = try PublishedScreen.stored(
        text, route: stored.route, version: stored.number, isCurrent: true, catalogue: catalogue)
      let wanted = name ?? screen.definition.format
      guard let json = contents.documents[.format][wanted] else {
        throw UnknownFormat(name: wanted, known: contents.documents[.format].keys.sorted())
      }
      let format = try WireFormat(name: wanted, published: try JSONDocument(of: json))
      guard let base = screen.combinations.first else { continue }
      let tailored = TailoredLayout(base.layout, shows: { _ in true }, holds: { $0.holds(.none) })
      let page = screen.page(
        of: tailored, as: format, from: screen.firstPage(ofCombination: 0, as: format))
      let layout = page?.layout ?? tailored.layout
      let rendition = format.render(
        screen, combination: Combination(choices: [], layout: layout), page: page)
      guard let body = rendition else { continue }
      screens.append([
        "route": .string(screen.route.name), "format": .string(wanted), "etag": .string(EntityTag.of(body)),
        "version": .number(JSONNumber(screen.version)),
        "body": .string(String(decoding: body, as: UTF8.self)),
      ])
    }
    return ["screens": .array(screens)]
  }

  package struct UnknownFormat: Error {
    package let name: String
    package let known: [String]
  }
}
