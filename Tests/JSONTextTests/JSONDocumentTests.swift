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
