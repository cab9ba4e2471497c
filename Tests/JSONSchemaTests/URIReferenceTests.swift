import Testing

@testable import JSONSchema

@Suite struct URIReferenceTests {
  /// The examples of RFC 3986 §5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
  ])
  func `references resolve as in RFC 3986`(reference: String, expected: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).description == expected)
  }

  @Test func `an opaque base keeps its path`() {
    let urn = URIReference("urn:uuid:deadbeef")
    #expect(URIReference("#x").resolved(against: urn).description == "urn:uuid:deadbeef#x")
    let types = URIReference("marquee:/types/A.json")
    #expect(URIReference("B.json").resolved(against: types).description == "marquee:/types/B.json")
  }

  @Test func `fragments are decoded`() {
    #expect(URIReference("#/a%25b").decodedFragment == "/a%b")
    #expect(URIReference("#%2").decodedFragment == nil)
    #expect(URIReference("#%FF").decodedFragment == nil)
  }
}
