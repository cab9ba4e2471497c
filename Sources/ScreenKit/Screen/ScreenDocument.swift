/// The decodable form of a screen. It finds its ``ScreenDecoder`` in the decoder's `userInfo`.
struct ScreenDocument<Value: Sendable>: Decodable {
  let screen: Screen<Value>
  let warnings: [ScreenWarning]

  init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.screenDecoder,
      let settings = decoder.userInfo[key] as? ScreenDecoder<Value>
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "decode a screen with ScreenDecoder"))
    }
    let paths = settings.format.screen
    guard let source = try paths.list.resolve(from: decoder) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "the list of a screen in the wire format \"\(settings.format.name)\" is missing"))
    }
    var list = try source.unkeyedContainer()
    var reader = ItemReader(settings)
    var sections: [ScreenSection<Value>] = []
    if paths.hasSections, let section = settings.format.section {
      var ids = IdentifierPool(isSent: section.id != nil)
      while !list.isAtEnd {
        try sections.append(Self.section(section, from: list.superDecoder(), &reader, &ids))
      }
    } else {
      sections = [ScreenSection(id: "section-1", items: try reader.items(from: &list))]
    }
    screen = Screen(
      name: paths.screenName?.value(String.self, from: decoder),
      route: paths.route?.value(String.self, from: decoder),
      version: paths.version?.value(Int.self, from: decoder),
      experiment: paths.experiment?.value(String.self, from: decoder),
      variant: paths.variant?.value(String.self, from: decoder), sections: sections)
    warnings = reader.warnings
  }

  private static func section(
    _ paths: SectionPaths, from decoder: any Decoder, _ reader: inout ItemReader<Value>,
    _ ids: inout IdentifierPool
  ) throws -> ScreenSection<Value> {
    guard let source = try paths.items.resolve(from: decoder) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the list of items of a section is missing"))
    }
    var list = try source.unkeyedContainer()
    let items = try reader.items(from: &list)
    let sent = paths.id?.text(from: decoder)
    let id: String
    if let sent, ids.claim(sent) {
      id = sent
    } else {
      id = ids.derive(from: "section")
      if let sent {
        reader.warnings.append(
          ScreenWarning(
            .repeatedID, itemID: sent, path: jsonPointer(decoder.codingPath),
            message: "the section id \"\(sent)\" is used twice; this section gets the id \"\(id)\""))
      }
    }
    return ScreenSection(
      id: id, header: paths.header?.value(String.self, from: decoder),
      footer: paths.footer?.value(String.self, from: decoder), items: items)
  }
}
