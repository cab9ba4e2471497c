import HTTPWire
import Testing

@Suite struct RequestPathTests {
  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/b.c", ["a", "b.c"]), ("/a/", ["a", ""]), ("//a", ["", "a"]),
    ("/a%2Fb", ["a/b"]), ("/%252e", ["%2e"]), ("/%EC%B9%BC", ["칼"]), ("/a+b", ["a+b"]), ("/...", ["..."]),
    ("*", []),
  ])
  func `path segments are decoded once`(path: String, expected: [String]) throws {
    #expect(try withBytes(of: path) { try RequestPath.segments(of: $0) } == expected)
  }

  @Test(arguments: [
    ("/a/b", "a/b"), ("/a%2Fb", "a%2Fb"), ("/a%2fb/c", "a%2Fb/c"), ("/%2F", "%2F"),
    ("/a%2F%CC%88b", "a%2F\u{308}b"), ("/a/", "a/"), ("/%41", "A"), ("/", ""),
  ])
  func `a joined path keeps its separators`(path: String, name: String) throws {
    let joined = RequestPath.joined(try withBytes(of: path) { try RequestPath.segments(of: $0) })
    #expect(Array(joined.utf8) == Array(name.utf8))
  }

  @Test(arguments: [
    ("/..", RequestPath.DecodingError.dotSegment), ("/a/../b", .dotSegment), ("/%2e%2E/x", .dotSegment),
    ("/./a", .dotSegment),
    ("/%", .malformedEncoding), ("/%4", .malformedEncoding), ("/%zz", .malformedEncoding),
    ("/%FF", .notUTF8),
    ("/%C0%AF", .notUTF8), ("/%ED%A0%80", .notUTF8), ("/%00", .controlCharacter),
    ("/a%0d%0a", .controlCharacter),
  ])
  func `path traversal and undecodable paths are refused`(path: String, failure: RequestPath.DecodingError) {
    #expect(throws: failure) { try withBytes(of: path) { try RequestPath.segments(of: $0) } }
  }
}
