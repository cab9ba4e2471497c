import HTTPWire
import Testing

@Suite struct QueryParametersTests {
  @Test(arguments: [
    ("", []), ("a=b", ["a", "b"]), ("a=b&c=d", ["a", "b", "c", "d"]), ("&&a=b&&&&", ["a", "b"]),
    ("a", ["a", ""]),
    ("a=", ["a", ""]), ("=b", ["", "b"]), ("=", ["", ""]), ("a=b=c", ["a", "b=c"]),
    ("a=b+c%2B", ["a", "b c+"]),
    ("a=%", ["a", "%"]), ("b=%2sf%2a", ["b", "%2sf*"]), ("a=1&a=2", ["a", "1", "a", "2"]),
    ("a%26b=c", ["a&b", "c"]),
    ("a=%FF", ["a", "\u{FFFD}"]), ("%EF%BB%BFa=b", ["\u{FEFF}a", "b"]), ("u=%EC%B9%BC", ["u", "칼"]),
  ])
  func `queries are parsed as the URL standard requires`(query: String, expected: [String]) {
    let pairs = withBytes(of: query) { QueryParameters.parse($0) }
    #expect(
      pairs.flatMap { [$0.name, $0.value] }.map { Array($0.unicodeScalars) }
        == expected.map { Array($0.unicodeScalars) })
  }
}
