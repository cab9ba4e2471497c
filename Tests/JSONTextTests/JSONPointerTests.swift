import JSONText
import Testing

@Suite struct JSONPointerTests {
  /// RFC 6901 §5.
  @Test(
    arguments: [
      ("", nil), ("/foo", "[\"bar\",\"baz\"]"), ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"),
      ("/c%d", "2"),
      ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
    ] as [(String, String?)]) func `the examples of RFC 6901 hold`(pointer: String, expected: String?) throws
  {
    let document: JSONValue = [
      "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7,
      "m~n": 8,
    ]
    let parsed = try #require(JSONPointer(pointer))
    #expect(parsed.value(in: document)?.text == expected ?? document.text)
    #expect(parsed.description == pointer)
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"]) func `a text that is not a pointer is refused`(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test(arguments: ["/-", "/2", "/01", "/+1", "/1e0", "/99999999999999999999"])
  func `a token that is not an index of the array has no value`(text: String) throws {
    #expect(try #require(JSONPointer(text)).value(in: [1, 2]) == nil)
  }
}
