extension Mistake {
  /// The members of a definition.
  static let definitions: [Mistake] = [
    Mistake(
      "definition-is-an-array",
      #"[ { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ]"#,
      #"""
      screens/definition-is-an-array.json:1:1: error: a definition is an object, not an array
        1 | [ { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ]
          | ^
      """#),
    Mistake(
      "definition-without-items", #"{ "screenName": "Home" }"#,
      #"""
      screens/definition-without-items.json:1:1: error: a definition needs the member "items" or "sections"
        1 | { "screenName": "Home" }
          | ^
      """#),
    Mistake(
      "definition-in-an-apps-words", #"{ "viewItems": [] }"#,
      #"""
      screens/definition-in-an-apps-words.json:1:1: error: a definition needs the member "items" or "sections"
        1 | { "viewItems": [] }
          | ^
      screens/definition-in-an-apps-words.json:1:3: error: a definition has no member "viewItems"; did you mean items?
        1 | { "viewItems": [] }
          |   ^
      """#),
    Mistake(
      "definition-member-misspelt", #"{ "screenname": "Home", "items": [] }"#,
      #"""
      screens/definition-member-misspelt.json:1:3: error: a definition has no member "screenname"; did you mean screenName?
        1 | { "screenname": "Home", "items": [] }
          |   ^
      """#),
    Mistake(
      "definition-with-a-control-character", #"{ "items": [], "\u001b[31mred": 1 }"#,
      #"""
      screens/definition-with-a-control-character.json:1:16: error: a definition has no member "\u001b[31mred"; known: screenName, format, items, sections, experiment, experiments, gate, template
        1 | { "items": [], "\u001b[31mred": 1 }
          |                ^
      """#),
    Mistake(
      "definition-with-both", #"{ "items": [], "sections": [] }"#,
      #"""
      screens/definition-with-both.json:1:16: error: a definition has either "items" or "sections", not both
        1 | { "items": [], "sections": [] }
          |                ^
      """#),
    Mistake(
      "definition-with-variants", #"{ "items": [], "variants": [] }"#,
      #"""
      screens/definition-with-variants.json:1:16: error: a definition has no member "variants"; the variants stand in "experiment"
        1 | { "items": [], "variants": [] }
          |                ^
      """#),
    Mistake(
      "screen-name-is-a-number", #"{ "screenName": 7, "items": [] }"#,
      #"""
      screens/screen-name-is-a-number.json:1:17: error: "screenName" is a string, not a number; write it in double quotes: "7"
        1 | { "screenName": 7, "items": [] }
          |                 ^
      """#),
    Mistake(
      "format-unknown", #"{ "format": "viewitems", "items": [] }"#,
      #"""
      screens/format-unknown.json:1:13: error: unknown format "viewitems"; did you mean viewItems?
        1 | { "format": "viewitems", "items": [] }
          |             ^
      """#),
    Mistake(
      "format-in-no-way-known", #"{ "format": "xml", "items": [] }"#,
      #"""
      screens/format-in-no-way-known.json:1:13: error: unknown format "xml"; known: contents, responseData, screen, sections, viewItems
        1 | { "format": "xml", "items": [] }
          |             ^
      """#),
  ]
}
