import Testing
import TranslationFiles

/// Files as apps have them.
@Suite struct AppFormatTests {
  private static func read(
    _ text: String, as format: TranslationFormat, source: String? = nil, language: String? = nil
  ) throws(TranslationFileError) -> ReadTranslations {
    try TranslationFile.read(
      Array(text.utf8), as: format, source: source.map { Array($0.utf8) }, language: language)
  }

  private static let catalog = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {
      "Today": {"localizations": {"ko": {"stringUnit": {"state": "translated", "value": "오늘"}},
        "de": {"stringUnit": {"state": "translated", "value": "Heute"}}}},
      "hello": {"comment": "a greeting", "localizations": {
        "en": {"stringUnit": {"state": "translated", "value": "Hello"}},
        "ko": {"stringUnit": {"state": "needs_review", "value": "안녕"}}}},
      "new": {"localizations": {"ko": {"stringUnit": {"state": "new", "value": "new"}}}},
      "days": {"localizations": {"ko": {"variations": {"plural": {}}}}},
      "©": {"shouldTranslate": false},
      "empty": {}
    }}
    """

  @Test func `Reads a catalog of Xcode`() throws {
    let result = try Self.read(Self.catalog, as: .xcstrings, language: "ko")
    #expect(
      result.file.units == [
        TranslationUnit(id: "Today", source: "Today", target: "오늘"),
        TranslationUnit(
          id: "hello", source: "Hello", target: "안녕", state: .needsReview, notes: ["a greeting"]),
        TranslationUnit(id: "new", source: "new"),
        TranslationUnit(id: "empty", source: "empty"),
      ])
    #expect(result.leftOut == [LeftOutUnit(id: "days", reason: "its translation has variations")])
    #expect(throws: TranslationFileError.self) { try Self.read(Self.catalog, as: .xcstrings) }
  }

  @Test func `Reads the resources of Android`() throws {
    let result = try Self.read(
      #"""
      <resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
        <string name="a">  \"그\'녀\"의
           것 </string>
        <string name="b">"  둘  "</string>
        <string name="c"><xliff:g id="n">%1$s</xliff:g> <b>개</b>\n\u2014 \@</string>
        <string name="d">@string/a</string>
        <string name="e" translatable="false">E</string>
        <plurals name="f"><item quantity="other">F</item></plurals>
        <string name="g">G</string>
      </resources>
      """#, as: .android,
      source: #"""
        <resources><string name="a">Hers</string><string name="b">Two</string>
        <string name="c">\uD83D\uDE00</string><string name="h"/></resources>
        """#, language: "ko")
    #expect(
      result.file.units == [
        TranslationUnit(id: "a", source: "Hers", target: "\"그'녀\"의 것"),
        TranslationUnit(id: "b", source: "Two", target: "  둘  "),
        TranslationUnit(id: "c", source: "😀", target: "%1$s <b>개</b>\n— @"),
        TranslationUnit(id: "h", source: ""),
      ])
    #expect(result.leftOut.map(\.id) == ["d", "f", "g"])
    #expect(result.file.targetLanguage == "ko")
  }

  @Test func `Reads a bundle of Flutter`() throws {
    let result = try Self.read(
      #"{"@@locale": "pt_BR", "a": "Olá, {name}", "@a": {"x-state": "needs-review"}, "c": "C"}"#, as: .arb,
      source: #"{"@@locale": "en", "a": "Hello, {name}", "@a": {"description": "a greeting"}, "b": "B"}"#)
    #expect(result.file.sourceLanguage == "en" && result.file.targetLanguage == "pt-BR")
    #expect(
      result.file.units == [
        TranslationUnit(
          id: "a", source: "Hello, {name}", target: "Olá, {name}", state: .needsReview, notes: ["a greeting"]),
        TranslationUnit(id: "b", source: "B"),
      ])
    #expect(result.leftOut.map(\.id) == ["c"])
  }

  @Test(arguments: [
    (TranslationFormat.xcstrings, "[]", "1:1: the file is not a JSON object; name its format"),
    (.xcstrings, "{}", "1:1: the file has no sourceLanguage; expected a language"),
    (.arb, "{\"a\": 1}", "1:7: \"a\" is not a text; expected a string in double quotes"),
    (.arb, "{", "1:2: the text ends within an object (which begins at 1:1); add the closing \"}\""),
    (.android, "<resources>\n<string/></resources>", "2:1: <string> has no name; add name=\"…\""),
    (
      .android, "<resources><string name='a'>\\u12</string></resources>",
      #"1:12: the text has a malformed escape; write a "\" as \\"#
    ),
    (
      .android, "<resources><string name='a'/><string name='a'/></resources>",
      "1:30: the string \"a\" is repeated (first at 1:12); remove one of them"
    ),
    (.arb, "{\"@@locale\": \"de\"}", "the language of the file is \"de\"; expected \"ko\""),
  ])
  func `Says where a file is wrong, and what would be right`(
    format: TranslationFormat, text: String, message: String
  ) {
    let source = format == .arb ? "{}" : "<resources/>"
    let error = #expect(throws: TranslationFileError.self) {
      try Self.read(text, as: format, source: source, language: "ko")
    }
    #expect(error?.description == message)
  }

  @Test func `Needs the source of a file of one language`() {
    let error = #expect(throws: TranslationFileError.self) { try Self.read("{}", as: .arb) }
    #expect(
      error?.description
        == "the format arb holds one language only; name the file of the source language, too")
  }

  @Test func `Knows a format by the end of a file's name`() {
    let names = ["a.xlf", "a.XLIFF", "Localizable.xcstrings", "values/strings.xml", "app_ko.arb"]
    #expect(names.map(TranslationFormat.init(fileName:)) == [.xliff21, .xliff12, .xcstrings, .android, .arb])
    #expect(TranslationFormat(fileName: "a.json") == nil)
  }
}
