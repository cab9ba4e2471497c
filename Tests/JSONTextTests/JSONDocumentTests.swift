import JSONText
import Testing

@Suite struct JSONDocumentTests {
  static let text = """
    {
      "items": [
        { "id": "a", "content": { "t\\u0065xt": "칼" } },
        { "id": "👩", "x/y~z": [] , "n": 1 }
      ]
    }
    """

  @Test(arguments: [
    ("", 1, 1), ("/items", 2, 12), ("/items/0", 3, 5), ("/items/0/content", 3, 29),
    ("/items/0/content/text", 3, 44), ("/items/1/id", 4, 13), ("/items/1/x~1y~0z", 4, 27),
    ("/items/1/n", 4, 37), ("/items/2", 2, 12), ("/items/1/missing", 4, 5), ("/nowhere/at/all", 1, 1),
  ]) func `a pointer's value has a position`(pointer: String, line: Int, column: Int) throws {
    let document = try JSONDocument(Array(Self.text.utf8))
    let position = document.position(of: try #require(JSONPointer(pointer)))
    #expect(position.line == line)
    #expect(position.column == column)
  }

  @Test func `a member's name has its own position`() throws {
    let document = try JSONDocument(Array(Self.text.utf8))
    let position = document.position(of: try #require(JSONPointer("/items/1/n")), at: .name)
    #expect(position.line == 4)
    #expect(position.column == 32)
  }

  @Test func `several places are found in one pass, in any order`() throws {
    let document = try JSONDocument(Array(Self.text.utf8))
    let pointers = ["/items/1/n", "/items/0/content/text", "/nowhere", "", "/items/1", "/items/1/n"]
    let places = try pointers.map { JSONDocument.Place(try #require(JSONPointer($0)), at: .name) }
    #expect(
      document.positions(of: places).map { [$0.line, $0.column] } == [
        [4, 32], [3, 31], [1, 1], [1, 1], [4, 5], [4, 32],
      ])
    #expect(document.positions(of: []).isEmpty)
  }

  @Test func `of two members with a name the last one counts`() throws {
    let document = try JSONDocument(Array(#"{"a":{"b":1,"c":2},"a":{"b":3}}"#.utf8), profile: .general)
    let places = ["b", "c"].map { JSONDocument.Place(JSONPointer(tokens: ["a", $0])) }
    #expect(document.positions(of: places).map(\.column) == [29, 24])
  }

  /// One by one, each of these places would be looked for through the whole text, at every depth.
  @Test func `a hundred places deep in a large text are found`() throws {
    let names = [String](repeating: "a", count: 400)
    let bulk = (0..<100_000).map { "\($0 % 10)" }.joined(separator: ",")
    let text = names.map { #"{"\#($0)":"# }.joined() + "[\(bulk)]" + names.map { _ in "}" }.joined()
    let document = try JSONDocument(Array(text.utf8))
    let places = (0..<100).map { JSONDocument.Place(JSONPointer(tokens: names + ["\($0 * 1_000)"])) }
    #expect(
      document.positions(of: places).map(\.offset) == (0..<100).map { names.count * 5 + 1 + $0 * 2_000 })
  }

  @Test func `a byte order mark is not a column`() throws {
    let document = try JSONDocument([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
    #expect(document.position(of: JSONPointer(tokens: ["0"])).column == 2)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func `each line end counts once`(end: String) {
    let text = Array("a\(end)\(end)bc".utf8)
    let position = SourcePosition(of: text.count - 1, in: text)
    #expect(position.line == 3)
    #expect(position.column == 2)
  }
}
