import JSONText
import Testing

@testable import Screens

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

  @Test(arguments: [
    (
      #"{"screen":"$items","item":{"$viewType":"$content"}}"#,
      #"[{"TEXT":{"text":"1"}},{"IMAGE":{"url":"a:b"}}]"#
    ),
    (
      #"{"screen":"$items","item":{"a":{"$id":{"$$x":"$$x","of":"$viewType"}},"b":1}}"#,
      #"[{"a":{"one":{"$x":"$x","of":"TEXT"}},"b":1},{"a":{"two":{"$x":"$x","of":"IMAGE"}},"b":1}]"#
    ),
    (
      #"{"screen":{"all":"$sections"},"section":{"$id":"$items","title":"$header"},"item":"$id"}"#,
      #"{"all":[{"s":["one"],"title":"H"},{"t":["two"]}]}"#
    ),
    // A member that the template names itself wins, and an earlier one over a later one.
    (#"{"screen":"$items","item":{"$id":1,"two":2}}"#, #"[{"one":1,"two":2},{"two":2}]"#),
    (#"{"screen":"$items","item":{"$viewType":1,"$id":2}}"#, #"[{"TEXT":1,"one":2},{"IMAGE":1,"two":2}]"#),
  ])
  func `ids and view types are names of members`(format: String, expected: String) throws {
    let (definition, combinations) = try Fixture.read(
      """
      {"sections":[{"id":"s","header":"H","items":[{"id":"one","viewType":"TEXT","content":{"text":"1"}}]},
       {"id":"t","items":[{"id":"two","viewType":"IMAGE","content":{"url":"a:b"}}]}]}
      """)
    let screen = PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
    let format = try WireFormat(name: "f", JSONDocument(Array(format.utf8)))
    let rendition = try #require(format.render(screen, combination: combinations[0]))
    #expect(String(decoding: rendition, as: UTF8.self) == expected)
  }

  @Test func `a screen that its format would not send whole is refused`() throws {
    var catalogue = try Fixture.catalogue()
    func refusals(_ format: String, _ definition: String) throws -> [String] {
      catalogue.setFormat(try WireFormat(name: "viewItems", JSONDocument(Array(format.utf8))))
      let document = try JSONDocument(Array(definition.utf8))
      do {
        _ = try DefinitionReader.read(document, route: Route("home"), catalogue: catalogue)
        return []
      } catch let error as InvalidDocument {
        return error.diagnostics.kept.map { "\($0.position?.column ?? 0) \($0.pointer) \($0.text)" }
      }
    }
    let bySection = #"{"screen":"$sections","section":{"$id":"$items"},"item":"$content"}"#
    #expect(
      try refusals(bySection, #"{"items":[]}"#) == [
        #"2 /items the wire format "viewItems" names sections by their ids, and these items have no section; write "sections", each with an "id""#
      ])
    #expect(try refusals(bySection, #"{"sections":[{"id":"a","items":[]}]}"#) == [])
    let byID = #"{"screen":"$items","item":{"type":"$viewType","$id":"$content"}}"#
    let items =
      #"{"id":"x","viewType":"TEXT","content":{"text":"1"}},{"id":"type","viewType":"TEXT","content":{"text":"1"}}"#
    #expect(
      try refusals(
        byID,
        #"{"items":[\#(items)],"experiment":{"key":"e","variants":[{"key":"a"},{"key":"b","order":["type","x"]}]}}"#
      )
        == [
          #"69 /items/1/id the wire format "viewItems" has another member of the name "type" beside the one with this id; choose another id, or rename the member in the format"#
        ])
    let byType = #"{"screen":"$items","item":{"$viewType":"$content","IMAGE":0}}"#
    #expect(
      try refusals(
        byType, #"{"items":[{"id":"x","viewType":"IMAGE","content":{"url":"a:b"}}]}"#) == [
          #"32 /items/0/viewType the wire format "viewItems" has another member of the name "IMAGE" beside the one with this view type; choose another view type, or rename the member in the format"#
        ])
  }

  @Test func `a published format keeps the texts that are errors now`() throws {
    let (definition, combinations) = try Fixture.read(#"{"screenName":"Hi","items":[]}"#)
    let screen = PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
    let text = #"{"screen":{"$type":"Home: $screenName","name":"$screenName"},"item":"$content"}"#
    #expect(throws: InvalidDocument.self) { try WireFormat(name: "f", JSONDocument(Array(text.utf8))) }
    let format = try WireFormat(name: "f", published: JSONDocument(Array(text.utf8)))
    let rendition = try #require(format.render(screen, combination: combinations[0]))
    #expect(String(decoding: rendition, as: UTF8.self) == #"{"$type":"Home: $screenName","name":"Hi"}"#)
    #expect(throws: InvalidDocument.self) {
      try WireFormat(name: "f", published: JSONDocument(Array(#"{"screen":1}"#.utf8)))
    }
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
      "unknown placeholder \"$itms\"; did you mean $items? For the text itself, write \"$$itms\""
    ),
    (
      #"{"screen":"$content","item":"$id"}"#,
      "\"$content\" has no meaning here; known here: $items, $item.ID, $itemsByID, $roots, $sections, $screenName, $values, $route, $version, $experiment, $variant, $page.next; for the text itself, write \"$$content\""
    ),
    (
      #"{"screen":"$sections","item":"$id"}"#,
      #"the screen uses "$sections", so the format needs the member "section"; such as "section": {"header":"$header","footer":"$footer","cells":"$items"}"#
    ),
    (
      #"{"screen":1}"#,
      #"a wire format needs the member "item"; such as "item": {"viewType":"$viewType","viewObject":"$content"}"#
    ),
  ]) func `an invalid format is refused`(text: String, message: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    let error = try #require(throws: InvalidDocument.self) { try WireFormat(name: "f", document) }
    #expect(error.diagnostics.kept.map(\.text) == [message])
  }
}
