/// The decodable form of a screen. It finds its ``ItemReader`` in the decoder's `userInfo`.
struct ScreenDocument: Decodable {
  let screen: Screen
  let warnings: [ScreenWarning]

  init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.itemReader, let reader = decoder.userInfo[key] as? ItemReader
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "decode a screen with ScreenDecoder"))
    }
    var sections = SectionReader(reader, decoder)
    try sections.read()
    let paths = reader.settings.format.screen
    screen = Screen(
      name: paths.screenName?.value(String.self, from: decoder),
      route: paths.route?.value(String.self, from: decoder),
      version: paths.version?.value(Int.self, from: decoder),
      experiment: paths.experiment?.value(String.self, from: decoder),
      variant: paths.variant?.value(String.self, from: decoder), values: paths.values.read(from: decoder),
      sections: sections.sections, innerItems: sections.innerItems)
    warnings = reader.warnings
  }
}
