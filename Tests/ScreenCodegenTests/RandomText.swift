import SeededRandom

/// Random names and texts.
enum RandomText {
  /// Names that are hard to convert to Swift.
  static let names = [
    "a", "b", "title", "image_url", "image-url", "imageUrl", "IMAGE_URL", "URL", "URLName", "text1", "text_1",
    "a-b",
    "a_b", "ab", "aB", "1st", "16:9", "", " ", "_", "-", "\u{1F600}", "\u{1F600}\u{1F600}", "제목", "größe",
    "Ümlaut", "e\u{301}", "self",
    "Self", "init", "Type", "type", "Protocol", "viewType", "hashValue", "description", "debugDescription",
    "rawValue", "stringValue", "intValue", "encode", "encoder", "decoder", "container", "hash", "default",
    "class", "in", "is", "as", "case", "let", "var", "nil", "true", "any", "some", "await", "async", "each",
    "repeat", "unsafe", "copy", "consume", "package", "get", "set", "willSet", "String", "Int", "URL?",
    "Date", "Array",
    "Codable", "Optional", "JSONValue", "ViewContent", "Value", "Content", "value", "members", "name",
    "nullMembers", "additionalMembers", "unknown", "none", "allCases", "CodingKeys", "MemberName", "key",
    "keys",
    "newValue", "oldValue", "\"quoted\"", "\\(1)", "back\\slash", "new\nline", "tab\t", "nul\u{0}", "`ticks`",
    "*/", "//",
    "\u{202E}bidi", "$ref", "$0", "#if", "@main", "Foundation", "ScreenKit", "Swift", "self.init",
    "anExtremelyLongNameThatNobodyWouldEverWriteButThatSomebodyGeneratesAnyway",
    "another_extremely_long_name_that_nobody_would_ever_write_but_that_somebody_generates_anyway_and_again_and_again_and_again",
  ]

  static func name(_ random: inout SplitMix64) -> String {
    random.chance(60) ? random.pick(names, or: "a") : "m\(random.number(0...999))"
  }

  static func string(_ random: inout SplitMix64) -> String {
    random.pick(["", "a", "é", "e\u{301}", "\u{1F600}", "a\"b\\c\n\u{0}", "/", "\u{2028}"], or: "a")
  }

  static func words(_ random: inout SplitMix64) -> String {
    random.pick(
      [
        "A title.", "Ends */ here", "/* begins", "line\nline\r\nline\u{2028}line", "", "  ",
        "\u{202E}bidi\u{0}",
        "`code` \"quoted\" \\(injected)", "#if os(Linux)", "swift-format-ignore-file",
        "A description that is so long that it doesn't fit into one line of source, however short its words are; "
          + "so it has to be broken, and that more than once, as it has two hundred characters and some more.",
        String(repeating: "x", count: 300),
      ], or: "")
  }
}
