import JSONText
import Screens
import Testing

@Suite struct RenderingTests {
  @Test func `placeholders are replaced by values and absent members are left out`() throws {
    let (definition, combinations) = try Fixture.read(
      """
      {"screenName":"Hi","sections":[{"id":"s","header":"H","items":[{"viewType":"TEXT","content":{"text":"1"}}]},
       {"id":"t","items":[]}],"experiment":{"key":"e","variants":[{"key":"x"},{"key":"y"}]}}
      """)
    let screen = PublishedScreen(
      route: try Route("home"), version: 7, definition: definition, combinations: combinations)
    let format = try #require(try Fixture.catalogue().formats["viewItems"])
    let cells = #"[{"t":"TEXT","c":{"text":"1"}}]"#
    let rest =
      #""price":"$5","all":\#(cells),"sections":[{"id":"s","header":"H","cells":\#(cells)},{"id":"t","cells":[]}]}"#
    #expect(
      String(decoding: try #require(format.render(screen, combination: combinations[0])), as: UTF8.self)
        == #"{"name":"Hi",\#(rest)"#)
    #expect(
      String(decoding: try #require(format.render(screen, combination: combinations[2])), as: UTF8.self)
        == #"{"name":"Hi","of":"e","arm":"y",\#(rest)"#)
  }

  @Test func `a format that repeats everything too often has no rendition`() throws {
    let items = (0..<100).map { #"{"viewType":"TEXT","content":{"text":"number \#($0)"}}"# }
    let (definition, combinations) = try Fixture.read(#"{"items":[\#(items.joined(separator: ","))]}"#)
    let screen = PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
    func format(_ repetitions: Int) throws -> WireFormat {
      let all = Array(repeating: #""$items""#, count: repetitions).joined(separator: ",")
      let contents = Array(repeating: #""$content""#, count: repetitions).joined(separator: ",")
      return try WireFormat(
        name: "f", JSONDocument(Array(#"{"screen":[\#(all)],"item":[\#(contents)]}"#.utf8)))
    }
    #expect(try format(10).render(screen, combination: combinations[0]) != nil)
    #expect(try format(200).render(screen, combination: combinations[0]) == nil)
    #expect(try format(200).template(screen, combination: combinations[0]) == nil)
  }

  @Test(arguments: [
    (
      #"{"screen":"$itms","item":"$id"}"#,
      "unknown placeholder \"$itms\"; did you mean $items?; for the text itself, write \"$$itms\""
    ),
    (
      #"{"screen":"$content","item":"$id"}"#,
      "\"$content\" has no meaning here; known here: $items, $sections, $screenName, $route, $version, $experiment, $variant; for the text itself, write \"$$content\""
    ),
    (
      #"{"screen":"$sections","item":"$id"}"#,
      "the screen uses \"$sections\", so the format needs the member \"section\""
    ),
    (#"{"screen":1}"#, "a wire format needs the member \"item\""),
  ]) func `an invalid format is refused`(text: String, message: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    let error = try #require(throws: InvalidDocument.self) { try WireFormat(name: "f", document) }
    #expect(error.diagnostics.kept.map(\.text) == [message])
  }
}
