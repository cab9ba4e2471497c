import Assignment
package import JSONText

/// The screens that an app brings along for its first start without a network: each as the server sends it to somebody
/// who is in no experiment.
package enum SeedDocument {
  /// - Parameters:
  ///   - format: the wire format that the app decodes; nil for the one that each definition names.
  /// - Returns: `{"screens":[{"route","format","etag","version","body"}]}`, the body as the text that the server sends.
  /// - Throws: ``ScreensError`` for a stored version that can't be read, and ``UnknownFormat``.
  package static func json(of contents: StoreContents, format name: String?) throws -> JSONValue {
    var catalogue = Catalogue()
    catalogue.setGroups(contents.groups)
    var screens: [JSONValue] = []
    for stored in contents.screens {
      guard let text = stored.definition else { continue }
      let screen = try PublishedScreen.stored(
        text, route: stored.route, version: stored.number, groups: catalogue.groups)
      let wanted = name ?? screen.definition.format
      guard let json = contents.formats[wanted] else {
        throw UnknownFormat(name: wanted, known: contents.formats.keys.sorted())
      }
      let format = try WireFormat(name: wanted, try Publisher.document(of: json))
      guard let base = screen.arms.first else { continue }
      let layout = Tailoring(base.layout, shows: { _ in true }, holds: { $0.holds(.none) }).layout
      let body = format.render(screen, arm: Arm(choices: [], layout: layout))
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
