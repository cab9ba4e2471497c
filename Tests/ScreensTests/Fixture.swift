import JSONText
import Screens

/// A small catalogue for tests.
enum Fixture {
  static func catalogue() throws -> Catalogue {
    var catalogue = Catalogue()
    let problems = catalogue.setViewTypes([
      "TEXT": try JSONParser.parse(
        """
        {"type":"object","required":["text"],"additionalProperties":false,
         "properties":{"text":{"type":"string"},"style":{"enum":["bold","italic"]}}}
        """),
      "IMAGE": try JSONParser.parse(
        """
        {"type":"object","required":["url"],"additionalProperties":false,
         "properties":{"url":{"type":"string","format":"uri"}}}
        """),
    ])
    precondition(problems.isEmpty)
    let format = """
      {"screen":{"name":"$screenName","of":"$experiment","arm":"$variant","price":"$$5","all":"$items",
       "sections":"$sections"},"section":{"id":"$id","header":"$header","cells":"$items"},
       "item":{"t":"$viewType","c":"$content"}}
      """
    catalogue.setFormat(try WireFormat(name: "viewItems", try JSONDocument(Array(format.utf8))))
    return catalogue
  }

  static func read(_ text: String) throws -> (definition: Definition, combinations: [Combination]) {
    try DefinitionReader.read(
      try JSONDocument(Array(text.utf8)), route: try Route("home"), catalogue: try catalogue())
  }

  /// The findings about a definition, each as `line:column code pointer: message; hint`.
  static func findings(_ text: String) throws -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let error as InvalidDocument {
      return error.diagnostics.kept.map {
        "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.code.rawValue) \($0.pointer): \($0.text)"
      }
    }
  }
}
