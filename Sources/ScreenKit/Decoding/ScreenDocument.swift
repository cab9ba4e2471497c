/// A screen as it is being read from JSON.
struct ScreenDocument<Value: Sendable>: Decodable {
  let screen: Screen<Value>
  let warnings: [ScreenWarning]

  init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.screenDecoder,
      let settings = decoder.userInfo[key] as? ScreenDecoder<Value>
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a screen is read through ScreenDecoder"))
    }
    let places = settings.format.screen
    guard let source = try places.list.follow(from: decoder) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "no list of a screen in the wire format \(settings.format.name)"))
    }
    var list = try source.unkeyedContainer()
    var reader = ItemReader(settings)
    var sections: [ScreenSection<Value>] = []
    if places.hasSections, let section = settings.format.section {
      var ids = IdentifierPool(isSent: section.id != nil)
      while !list.isAtEnd {
        try sections.append(Self.section(section, from: list.superDecoder(), &reader, &ids))
      }
    } else {
      sections = [ScreenSection(id: "section-1", items: try reader.items(from: &list))]
    }
    screen = Screen(
      name: places.screenName?.read(String.self, from: decoder),
      route: places.route?.read(String.self, from: decoder),
      version: places.version?.read(Int.self, from: decoder),
      experiment: places.experiment?.read(String.self, from: decoder),
      variant: places.variant?.read(String.self, from: decoder), sections: sections)
    warnings = reader.warnings
  }

  private static func section(
    _ places: SectionPlaces, from decoder: any Decoder, _ reader: inout ItemReader<Value>,
    _ ids: inout IdentifierPool
  ) throws -> ScreenSection<Value> {
    guard let source = try places.items.follow(from: decoder) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a section without its list of items"))
    }
    var list = try source.unkeyedContainer()
    let items = try reader.items(from: &list)
    let sent = places.id?.read(String.self, from: decoder)
    if let sent, ids.claim(sent) {
      return ScreenSection(
        id: sent, header: places.header?.read(String.self, from: decoder),
        footer: places.footer?.read(String.self, from: decoder), items: items)
    }
    if let sent {
      reader.warnings.append(
        ScreenWarning(
          .repeatedID, itemID: sent, path: pointer(decoder.codingPath), message: "a section's id is repeated")
      )
    }
    return ScreenSection(
      id: ids.derive(from: "section"), header: places.header?.read(String.self, from: decoder),
      footer: places.footer?.read(String.self, from: decoder), items: items)
  }
}
