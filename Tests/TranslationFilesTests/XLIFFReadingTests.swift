import Testing
import TranslationFiles

/// What translators' tools do to files.
@Suite struct XLIFFReadingTests {
  private static func version2(_ content: String, attributes: String = "") -> String {
    """
    <?xml version="1.0"?>
    <xliff version="2.1" srcLang="en" trgLang="ko" xmlns="urn:oasis:names:tc:xliff:document:2.0"\(attributes)>
    \(content)
    </xliff>
    """
  }

  private static func unit2(_ content: String) -> String {
    version2(#"<file id="f1" original="home"><unit id="u1" name="title">\#(content)</unit></file>"#)
  }

  private static func unit1(_ content: String, attributes: String = "") -> String {
    """
    <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    <file original="home" source-language="en" target-language="ko" datatype="plaintext"><body>
    <trans-unit id="title"\(attributes)>\(content)</trans-unit></body></file></xliff>
    """
  }

  private static func read(_ text: String) throws(TranslationFileError) -> ReadTranslations {
    try TranslationFile.read(Array(text.utf8), as: .xliff21)
  }

  /// The only unit of a file.
  private static func unit(of text: String) throws -> TranslationUnit {
    let units = try read(text).file.units
    try #require(units.count == 1)
    return units[0]
  }

  @Test func `Original data that would make a text long is refused before the text is made`() {
    let data = String(repeating: "x", count: 60 << 10)
    let inline = (0..<9_900).map { #"<pc id="\#($0)" dataRefStart="d" dataRefEnd="d"/>"# }.joined()
    let content =
      #"<originalData><data id="d">\#(data)</data></originalData>"#
      + "<segment><source>\(inline)</source></segment>"
    let error = #expect(throws: TranslationFileError.self) { try Self.read(Self.unit2(content)) }
    #expect(error?.message == "the text is longer than 64 KiB")
  }

  @Test func `Reads groups, and skips what other tools add`() throws {
    let file = try Self.read(
      Self.version2(
        """
        <file id="f2" original="menu">
          <skeleton href="menu.skl"/><m:metadata><m:metaGroup><m:meta type="a">b</m:meta></m:metaGroup></m:metadata>
          <group id="g1"><notes><note>of a tool</note></notes>
            <group id="g2"><unit id="u2" canResegment="no">
              <m:matches><source>no</source></m:matches>
              <notes><note category="place">item two</note><note>of a tool</note>
                <note category="description">up to 5</note></notes>
              <segment><source>Two</source><target>둘</target></segment></unit></group>
            <unit id="u1"><segment><source>One</source></segment></unit>
          </group>
        </file>
        <file id="f1"><x:other xmlns:x="urn:x"><x:file/></x:other>
          <unit id="u1"><segment><source/><target/></segment></unit></file>
        """, attributes: #" xmlns:m="urn:m" m:tool="t""#)
    ).file
    #expect(file.sourceLanguage == "en" && file.targetLanguage == "ko")
    #expect(
      file.units == [
        TranslationUnit(
          id: "u2", route: "menu", place: "item two", source: "Two", target: "둘", notes: ["up to 5"]),
        TranslationUnit(id: "u1", route: "menu", source: "One"),
        TranslationUnit(id: "u1", route: "f1", source: "", target: ""),
      ])
  }

  @Test func `Joins segments, in the order of the target`() throws {
    let unit = try Self.unit(
      of: Self.unit2(
        """
        <segment id="s1" state="final"><source>One.</source><target order="3">하나.</target></segment>
        <ignorable><source> </source></ignorable>
        <segment id="s2" state="reviewed"><source>Two.</source><target order="1">둘.</target></segment>
        """))
    #expect(unit.source == "One. Two.")
    #expect(unit.target == "둘. 하나.")
    #expect(unit.state == .reviewed)
  }

  @Test func `Leaves out the target of a unit of which only a part is translated`() throws {
    let result = try Self.read(
      Self.unit2(
        "<segment><source>One.</source><target>하나.</target></segment><segment><source>Two.</source></segment>"
      ))
    #expect(result.file.units.map(\.target) == [nil])
    #expect(
      result.leftOut == [
        LeftOutUnit(id: "title", route: "home", reason: "only some of its segments are translated")
      ])
  }

  @Test(arguments: [
    (##"<ph id="1" dataRef="d1"/>!"##, "{name}!"),
    (##"<ph id="1" equiv="%@"/>!"##, "%@!"),
    (##"<ph id="1">{x}</ph>!"##, "{x}!"),
    (##"<pc id="1" dataRefStart="d2" dataRefEnd="d3">a<mrk id="m">b</mrk></pc>"##, "<b>ab</b>"),
    (
      ##"<sc id="1" dataRef="d2"/>a<sm id="m"/>b<em startRef="m"/><ec startRef="1" dataRef="d3"/>"##,
      "<b>ab</b>"
    ),
    (##"a<cp hex="0001"/><![CDATA[<i> & ]]>&lt;&#x1F600;"##, "a\u{1}<i> & <😀"),
    (##"<x:new xmlns:x="urn:x">kept</x:new>"##, "kept"),
    (" a\n\t b ", " a\n\t b "),
  ])
  func `Reads inline elements of version 2`(content: String, text: String) throws {
    let data = ##"<data id="d1">{name}</data><data id="d2">&lt;b></data><data id="d3">&lt;/b></data>"##
    let unit = try Self.unit(
      of: Self.unit2(
        "<originalData>\(data)</originalData><segment><source>\(content)</source><target>\(content)</target></segment>"
      ))
    #expect(unit.source == text)
    #expect(unit.target == text)
  }

  @Test(arguments: [
    (##"<x id="1" equiv-text="{name}"/>!"##, "{name}!"),
    (##"<g id="1">a<mrk mtype="seg" mid="1">b</mrk></g> <mrk mtype="seg" mid="2">c</mrk>"##, "ab c"),
    (##"<bx id="1" equiv-text="&lt;b>"/>a<ex id="1" equiv-text="&lt;/b>"/>"##, "<b>a</b>"),
    (##"<bpt id="1">&lt;b></bpt>a<ept id="1">&lt;/b></ept><it id="2" pos="open">{</it>"##, "<b>a</b>{"),
    (##"<ph id="1">&lt;i t="<sub>tip</sub>"></ph>"##, #"<i t="tip">"#),
  ])
  func `Reads inline elements of version 1`(content: String, text: String) throws {
    let unit = try Self.unit(
      of: Self.unit1(
        """
        <alt-trans><source>no</source><target>no</target></alt-trans><source>\(content)</source>
        <seg-source><mrk mtype="seg" mid="1">no</mrk></seg-source><target>\(content)</target>
        """))
    #expect(unit.source == text)
    #expect(unit.target == text)
  }

  @Test(arguments: [
    ("", "t", TranslationState.translated), ("", "", .initial), (#" state="initial""#, "t", .needsReview),
    (#" state="initial""#, "", .initial), (#" state="translated""#, "t", .translated),
    (#" state="translated""#, "", .translated), (#" state="reviewed""#, "t", .reviewed),
    (#" state="final" subState="x:needs-review""#, "t", .final),
    (#" state="translated" subState="x:needs-review""#, "t", .needsReview),
  ])
  func `Reads states of version 2`(attributes: String, target: String, state: TranslationState) throws {
    let unit = try Self.unit(
      of: Self.unit2("<segment\(attributes)><source>s</source><target>\(target)</target></segment>"))
    #expect(unit.state == state)
    #expect((unit.target == nil) == (state == .initial))
  }

  @Test(arguments: [
    ("", "", "t", TranslationState.translated), ("", "", "", .initial),
    (#" approved="yes""#, "", "t", .reviewed),
    ("", #" state="needs-review-translation""#, "t", .needsReview), ("", #" state="new""#, "", .initial),
    (#" approved="yes""#, #" state="needs-l10n""#, "t", .needsReview),
    ("", #" state="translated""#, "", .translated),
    ("", #" state="signed-off""#, "t", .reviewed), ("", #" state="final""#, "t", .final),
    ("", #" state="x-own""#, "t", .translated),
  ])
  func `Reads states of version 1`(
    unitAttributes: String, attributes: String, target: String, state: TranslationState
  ) throws {
    let unit = try Self.unit(
      of: Self.unit1("<source>s</source><target\(attributes)>\(target)</target>", attributes: unitAttributes))
    #expect(unit.state == state)
  }

  @Test(arguments: [
    ("<a/>", "1:1: the root element is <a>; expected <xliff>, or name another format"),
    ("<xliff version='3.0'/>", #"1:1: the version of XLIFF is "3.0"; expected 2.0, 2.1, 2.2, 1.1 or 1.2"#),
    (
      "<xliff version='2.1'/>",
      #"1:1: the namespace "" is not that of XLIFF 2.1; expected xmlns="urn:oasis:names:tc:xliff:document:2.0""#
    ),
    (version2(""), "2:1: <xliff> has no <file>; add it"),
    (version2("<file/>"), "3:1: <file> has no attribute id; add id=\"…\""),
    (unit2(""), "3:31: <unit> has no <segment>; add one with its <source>"),
    (unit2("<segment/>"), "3:58: <segment> has no <source>; add it"),
    (
      unit2("<segment state='done'><source>s</source><target>t</target></segment>"),
      #"3:58: the state "done" is not known; expected initial, translated, reviewed or final"#
    ),
    (
      unit2("<segment><source><cp hex='D800'/></source></segment>"),
      #"3:75: <cp> names no Unicode character; expected <cp hex="0001"/>"#
    ),
    (
      version2("<file id='f'><unit id='u'><segment><source/></segment></unit>\n<unit id='u'/></file>"),
      #"4:1: the unit "u" is repeated (first at 3:14); give each unit of a <file> its own id"#
    ),
    (unit1(""), "3:1: <trans-unit> has no <source>; add it"),
    (
      "<!DOCTYPE xliff><xliff/>",
      "1:1: there is a document type, which is not read; remove the <!DOCTYPE …> and "
        + "write each entity as its character"
    ),
  ])
  func `Says where a file is wrong, and what would be right`(text: String, message: String) {
    #expect(message == Self.error(of: text))
  }

  private static func error(of text: String) -> String? {
    do throws(TranslationFileError) {
      _ = try read(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `Keeps its limits`() throws {
    let long = String(repeating: "a", count: TranslationFile.maximumTextBytes)
    let file = { (text: String) in
      TranslationFile(sourceLanguage: "en", units: [TranslationUnit(id: "a", source: text)])
    }
    let bytes = try file(long).written(as: .xliff21).bytes
    #expect(try TranslationFile.read(bytes, as: .xliff21).file == file(long))
    #expect(throws: TranslationFileError.self) { try file(long + "a").written(as: .xliff21) }
    #expect(
      Self.error(of: Self.unit2("<segment><source>\(long)a</source></segment>"))?.contains("longer") == true)
    let twice = TranslationFile(
      sourceLanguage: "en", units: [TranslationUnit](repeating: file("").units[0], count: 2))
    #expect(throws: TranslationFileError.self) { try twice.written(as: .xcstrings) }
  }
}
