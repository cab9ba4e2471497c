import JSONText
import Screens
import Testing

/// The forms of wire formats beside `$items`, `$sections` and the parts of an item.
@Suite struct FormatFormTests {
  private static let types: [String: JSONValue] = [
    "TEXT": [
      "type": "object",
      "properties": ["text": ["type": "string"]],
    ],
    "NAMED": ["type": "object", "properties": ["id": ["type": "integer"]]],
    "ROW": [
      "type": "object",
      "properties": [
        "title": ["type": "string"],
        "children": ["type": "array", "items": ["$ref": "marquee:item"]],
        "lead": ["$ref": "marquee:item"],
      ],
    ],
  ]

  private static func rendition(_ format: String, _ definition: String) throws -> String {
    var catalogue = Catalogue()
    #expect(catalogue.setViewTypes(types).isEmpty)
    catalogue.setFormat(try WireFormat(name: "f", try JSONDocument(Array(format.utf8))))
    let (read, combinations) = try DefinitionReader.read(
      try JSONDocument(Array(definition.utf8)), route: try Route("home"), catalogue: catalogue)
    let screen = PublishedScreen(
      route: try Route("home"), version: 3, definition: read, combinations: combinations)
    let bytes = try #require(catalogue.formats["f"]?.render(screen, combination: combinations[0]))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let two = """
    {"format":"f","items":[{"id":"a","viewType":"TEXT","content":{"text":"A"}},
     {"id":"b","viewType":"TEXT","content":{"text":"B"}}]}
    """

  private static let parts = """
    {"format":"f","values":{"title":"T","bar":{"color":"red","n":1.0},"none":null},"sections":[
     {"id":"top","items":[{"id":"x","viewType":"TEXT","content":{"text":"X"}}]},
     {"id":"body","values":{"columns":2},"items":[{"id":"a","viewType":"TEXT","content":{"text":"A"}}]},
     {"id":"end","items":[]}]}
    """

  private static let tree = """
    {"format":"f","items":[{"id":"r","viewType":"ROW","content":{"title":"R","children":[
      {"id":"a","viewType":"TEXT","content":{"text":"A"}},
      {"id":"s","viewType":"ROW","content":{"lead":{"id":"b","viewType":"TEXT","content":{"text":"B"}}}}]}}]}
    """

  @Test(arguments: [
    // Values, whole or one of them; an absent one leaves its member out, and with ? it is null.
    (
      #"{"screen":{"v":"$values","c":"$values.bar.color","x":"$values.x","y":"$values.x?","n":"$values.none"},"item":"$content"}"#,
      parts, #"{"v":{"title":"T","bar":{"color":"red","n":1.0},"none":null},"c":"red","y":null,"n":null}"#
    ),
    // The members of values at a place; what the template names wins.
    (
      #"{"screen":{"title":"$screenName","...":"$values","items":"$items"},"item":"$content"}"#, parts,
      #"{"title":"home","bar":{"color":"red","n":1.0},"none":null,"items":[{"text":"X"},{"text":"A"}]}"#
    ),
    (
      #"{"screen":"$items","item":{"t":"$viewType","...":"$content","i":"$id"}}"#, two,
      #"[{"t":"TEXT","text":"A","i":"a"},{"t":"TEXT","text":"B","i":"b"}]"#
    ),
    (
      #"{"screen":"$items","item":{"...":"$content"}}"#,
      #"{"format":"f","items":[{"viewType":"ROW","content":{}}]}"#, "[{}]"
    ),
    // Names of members.
    (
      #"{"screen":"$items","item":{"$viewType":"$content"}}"#, two,
      #"[{"TEXT":{"text":"A"}},{"TEXT":{"text":"B"}}]"#
    ),
    (
      #"{"screen":"$items","item":{"$id":{"$$x":"$viewType"}}}"#, two,
      #"[{"a":{"$x":"TEXT"}},{"b":{"$x":"TEXT"}}]"#
    ),
    // Lists by section: a named section is in no other list.
    (
      #"{"screen":{"head":"$item.top","body":"$items.body","rest":"$items","all":"$sections","no":"$item.end","none":"$items.x"},"section":{"id":"$id","...":"$values","n":"$items"},"item":"$content"}"#,
      parts, #"{"head":{"text":"X"},"body":[{"text":"A"}],"rest":[],"all":[],"none":[]}"#
    ),
    (
      #"{"screen":{"body":"$items.body","all":"$sections"},"section":{"id":"$id","...":"$values","n":"$items"},"item":"$id"}"#,
      parts, #"{"body":["a"],"all":[{"id":"top","n":["x"]},{"id":"end","n":[]}]}"#
    ),
    (
      #"{"screen":"$sections","section":{"id":"$id","...":"$values"},"item":"$id"}"#, parts,
      #"[{"id":"top"},{"id":"body","columns":2},{"id":"end"}]"#
    ),
    // Maps by id.
    (
      #"{"screen":{"roots":"$roots","items":"$itemsByID"},"item":{"t":"$viewType"}}"#, two,
      #"{"roots":["a","b"],"items":{"a":{"t":"TEXT"},"b":{"t":"TEXT"}}}"#
    ),
    // Names of view types on the wire.
    (
      #"{"screen":"$items","item":{"t":"$viewType"},"viewTypes":{"TEXT":"Text 📺"}}"#, two,
      #"[{"t":"Text 📺"},{"t":"Text 📺"}]"#
    ),
    (#"{"screen":"$items","item":{"$viewType":1},"viewTypes":{"TEXT":7}}"#, two, #"[{"7":1},{"7":1}]"#),
    // The view type and the id inside the content: written where the content has none.
    (
      #"{"screen":"$items","item":"$content","viewType":"/type","id":"/id","viewTypes":{"TEXT":3}}"#,
      #"{"format":"f","items":[{"id":"a","viewType":"TEXT","content":{"text":"A"}},{"id":"n1","viewType":"TEXT","content":{"id":1,"type":3}}]}"#,
      #"[{"text":"A","type":3,"id":"a"},{"id":1,"type":3}]"#
    ),
    // Items inside items: in their place, as the item's template has them.
    (
      #"{"screen":"$items","item":{"t":"$viewType","...":"$content"}}"#, tree,
      #"[{"t":"ROW","title":"R","children":[{"t":"TEXT","text":"A"},{"t":"ROW","lead":{"t":"TEXT","text":"B"}}]}]"#
    ),
    // Or named there by their ids, and listed with all others.
    (
      #"{"screen":{"root":"$roots","components":"$items"},"item":{"id":"$id","component":"$viewType","...":"$content"},"nesting":"flat"}"#,
      tree,
      #"{"root":["r"],"components":[{"id":"r","component":"ROW","title":"R","children":["a","s"]},{"id":"a","component":"TEXT","text":"A"},{"id":"s","component":"ROW","lead":"b"},{"id":"b","component":"TEXT","text":"B"}]}"#
    ),
    (
      #"{"screen":"$itemsByID","item":"$content","nesting":"flat"}"#, tree,
      #"{"r":{"title":"R","children":["a","s"]},"a":{"text":"A"},"s":{"lead":"b"},"b":{"text":"B"}}"#
    ),
  ]) func `a form stands for its value`(format: String, definition: String, rendition: String) throws {
    #expect(try Self.rendition(format, definition) == rendition)
  }

  @Test(arguments: [
    (
      #"{"screen":{"...":"$items"},"item":"$content"}"#, "/screen/...",
      #""..." stands for the members of an object; write "$values""#
    ),
    (
      #"{"screen":{"...":7},"item":"$content"}"#, "/screen/...",
      #""..." stands for the members of an object; write "$values""#
    ),
    (
      #"{"screen":"$values.a b","item":"$content"}"#, "/screen",
      #""$values.a b" is not a path of "$values"; names of members between dots, without spaces: "$values.bar.title"; for the text itself, write "$$values.a b""#
    ),
    (
      #"{"screen":"$items","item":{"type":"$viewType","c":"$content"},"viewType":"/type"}"#, "/viewType",
      #"the item's template has "$viewType" already; leave out one of the two"#
    ),
    (
      #"{"screen":"$items","item":{"$viewType":"$content"},"viewType":"/type"}"#, "/viewType",
      #"the item's template has "$viewType" already; leave out one of the two"#
    ),
    (
      #"{"screen":"$items","item":"$content","id":"id"}"#, "/id",
      #""id" is not the place of a value in the content; a JSON Pointer, such as "/type""#
    ),
    (
      #"{"screen":"$items","item":"$id","viewType":"/type"}"#, "/viewType",
      #"the item's template has no content that "/type" could be in; write "$content" in the template"#
    ),
    (
      #"{"screen":"$items","item":"$content","viewTypes":{"A":"x","B":"x"}}"#, "/viewTypes/B",
      #""A" has the name "x", too; an app could not tell the two view types apart"#
    ),
    (
      #"{"screen":"$items","item":"$content","viewTypes":{"A":true}}"#, "/viewTypes/A",
      "the name of a view type is a string or a number, not a boolean"
    ),
    (
      #"{"screen":"$items","item":"$content","nesting":"flatt"}"#, "/nesting",
      #""nesting" cannot be "flatt"; did you mean flat?"#
    ),
    (
      #"{"screen":"$items","item":"$content","values":{"properties":{}}}"#, "/values/properties",
      #""values" of a wire format has no member "properties"; a schema stands in "screen" or "section""#
    ),
  ]) func `a form that is not one says how to write it`(format: String, pointer: String, message: String)
    throws
  {
    let document = try JSONDocument(Array(format.utf8))
    let error = try #require(throws: InvalidDocument.self) { try WireFormat(name: "f", document) }
    #expect(error.diagnostics.kept.map { "\($0.pointer): \($0.text)" } == ["\(pointer): \(message)"])
  }

  @Test func `a view type that lists a name of the format does not fit it`() throws {
    let error = try #require(throws: InvalidDocument.self) {
      try Self.rendition(
        #"{"screen":"$items","item":{"id":"$id","...":"$content"}}"#,
        #"{"format":"f","items":[{"id":"a","viewType":"TEXT"},{"id":"b","viewType":"NAMED"}]}"#)
    }
    #expect(
      error.diagnostics.kept.map { "\($0.pointer): \($0.text)" } == [
        #"/items/1/viewType: the wire format "f" writes a member "id" itself (at "/item/id"), and so does NAMED (at "/properties/id"); rename one of the two, or choose another format"#
      ])
  }

  @Test func `a view type in the content must be the item's`() throws {
    let error = try #require(throws: InvalidDocument.self) {
      try Self.rendition(
        #"{"screen":"$items","item":"$content","viewType":"/type"}"#,
        #"{"format":"f","items":[{"id":"a","viewType":"TEXT","content":{"type":"ROW"}}]}"#)
    }
    #expect(
      error.diagnostics.kept.map { "\($0.pointer): \($0.text)" } == [
        #"/items/0/content/type: the content says that it is "ROW", and the item is "TEXT"; leave it out: the wire format "f" writes it"#
      ])
  }
}
