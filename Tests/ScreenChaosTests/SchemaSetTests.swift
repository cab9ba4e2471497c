import JSONText
import Testing

@testable import ScreenChaos

@Suite struct SchemaSetTests {
  @Test func `a pointer leads to a name that begins with a combining character`() {
    var schemas = SchemaSet(["A": ["\u{301}x": ["const": 1]], "B": true])
    #expect(schemas.target(of: "A.json#/\u{301}x", in: "B")?.value == ["const": 1])
    #expect(schemas.target(of: "#/\u{301}x", in: "A")?.value == ["const": 1])
    #expect(schemas.target(of: "#\u{301}x", in: "A") == nil)
  }

  @Test func `an anchor can begin with a combining character`() {
    var schemas = SchemaSet(["A": ["$defs": ["x": ["$anchor": "\u{301}x", "const": 1]]]])
    #expect(schemas.target(of: "#\u{301}x", in: "A")?.value["const"] == 1)
  }
}
