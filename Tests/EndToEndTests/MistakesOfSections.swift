extension Mistake {
  /// Sections.
  static let sections: [Mistake] = [
    Mistake(
      "section-without-id-and-items", #"{ "sections": [ { "header": "General" } ] }"#,
      #"""
      screens/section-without-id-and-items.json:1:17: error: a section needs the member "id"
        1 | { "sections": [ { "header": "General" } ] }
          |                 ^
      screens/section-without-id-and-items.json:1:17: error: a section needs the member "items"
        1 | { "sections": [ { "header": "General" } ] }
          |                 ^
      """#),
    Mistake(
      "section-id-twice",
      #"""
      {
        "sections": [
          { "id": "general", "items": [] },
          { "id": "general", "items": [] }
        ]
      }
      """#,
      #"""
      screens/section-id-twice.json:4:13: error: the section id "general" is repeated; each section of a screen has an id of its own
        4 |     { "id": "general", "items": [] }
          |             ^
      """#),
    Mistake(
      "section-with-title",
      #"{ "sections": [ { "id": "general", "title": "General", "items": [] } ] }"#,
      #"""
      screens/section-with-title.json:1:36: error: a section has no member "title"; did you mean header?
        1 | { "sections": [ { "id": "general", "title": "General", "items": [] } ] }
          |                                    ^
      """#),
    Mistake(
      "section-header-is-an-object",
      #"{ "sections": [ { "id": "general", "header": { "text": "General" }, "items": [] } ] }"#,
      #"""
      screens/section-header-is-an-object.json:1:46: error: "header" is a string, not an object
        1 | { "sections": [ { "id": "general", "header": { "text": "General" }, "items": [] } ] }
          |                                              ^
      """#),
    Mistake(
      "section-id-of-an-item",
      #"""
      {
        "sections": [
          { "id": "one", "items": [ { "id": "a", "viewType": "BViewType", "content": { "title": "A" } } ] },
          { "id": "two", "items": [ { "id": "a", "viewType": "BViewType", "content": { "title": "B" } } ] }
        ]
      }
      """#,
      #"""
      screens/section-id-of-an-item.json:4:39: error: the item id "a" is repeated; each item of a screen has an id of its own
        4 |     { "id": "two", "items": [ { "id": "a", "viewType": "BViewType", "content": { "title": "B" } } ] …
          |                                       ^
      """#),
  ]
}
