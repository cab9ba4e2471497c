import HTTPWire
import Testing

@Suite struct FieldListTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a,b", ["a", "b"]), (" a\t, ,b ,", ["a", "", "b", ""]),
    (#""a,b",c"#, [#""a,b""#, "c"]), (#"x="a\",b",c"#, [#"x="a\",b""#, "c"]),
    (#"x="a\\",b"#, [#"x="a\\""#, "b"]), (#"x="a\\\",b",c"#, [#"x="a\\\",b""#, "c"]),
    // Outside quotes a backslash is an ordinary character. An open quoted string extends to the end.
    (#"a\,b"#, [#"a\"#, "b"]), (#"a\",b",c"#, [#"a\",b""#, "c"]), (#"a,"b,c"#, ["a", #""b,c"#]),
    (#""a\"#, [#""a\"#]), (#"""#, [#"""#]),
  ])
  func `elements end at separators outside quoted strings`(value: String, elements: [String]) {
    #expect(FieldList.elements(of: value) == elements)
    let other = value.replacing(",", with: ";")
    #expect(
      FieldList.elements(of: other, separator: 0x3B) == elements.map { $0.replacing(",", with: ";") })
  }

  @Test func `entity tags have no escapes and tokens have no quotes`() {
    let tags = #""a\","b,c", W/"\""#
    #expect(FieldList.elements(of: tags, quotes: .opaqueTag) == [#""a\""#, #""b,c""#, #"W/"\""#])
    #expect(FieldList.elements(of: #""a,b",c"#, quotes: .none) == [#""a"#, #"b""#, "c"])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""a\"b""#, #"a"b"#), (#""\\""#, #"\"#), (#""\a""#, "a"),
    ("a", "a"), ("", ""), (#"""#, #"""#), (#""a"#, #""a"#), (#""a\""#, #""a\""#), (#""a"b"#, #""a"b"#),
  ])
  func `a quoted string is replaced by its content`(text: String, content: String) {
    #expect(Array(text.utf8).withBytes { FieldList.unquoted($0) } == Array(content.utf8))
  }
}
