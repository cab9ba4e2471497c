import Screens
import Testing

@Suite struct CSVTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"\u{301}", "\"a\"\"\u{301}\""), ("", ""),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("＠a", "'＠a"),
    ("=\"a\"", "\"'=\"\"a\"\"\""),
    ("a=1", "a=1"), ("'=1", "'=1"), ("a\0b\r\nc\u{85}", "a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}"),
    ("\t=1", "\u{FFFD}=1"),
  ])
  func `a field is no formula, and has no control characters`(text: String, field: String) {
    #expect(CSV.field(text).unicodeScalars.elementsEqual(field.unicodeScalars))
  }
}
