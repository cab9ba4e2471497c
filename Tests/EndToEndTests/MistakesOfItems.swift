extension Mistake {
  /// Items: their ids, view types and members.
  static let items: [Mistake] = [
    Mistake(
      "items-is-an-object",
      #"{ "items": { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } }"#,
      #"""
      screens/items-is-an-object.json:1:12: error: "items" is an array, not an object; an array stands in square brackets
        1 | { "items": { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } }
          |            ^
      """#),
    Mistake(
      "items-is-null", #"{ "items": null }"#,
      #"""
      screens/items-is-null.json:1:12: error: "items" is an array, not null; an array stands in square brackets
        1 | { "items": null }
          |            ^
      """#),
    Mistake(
      "item-is-a-string", #"{ "items": [ "ONE_LINE_TEXT" ] }"#,
      #"""
      screens/item-is-a-string.json:1:14: error: an item is an object, not a string
        1 | { "items": [ "ONE_LINE_TEXT" ] }
          |              ^
      """#),
    Mistake(
      "item-without-view-type", #"{ "items": [ { "id": "a", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/item-without-view-type.json:1:14: error: an item needs the member "viewType"
        1 | { "items": [ { "id": "a", "content": { "text1": "A" } } ] }
          |              ^
      """#),
    Mistake(
      "item-in-an-apps-words",
      #"{ "items": [ { "viewType": "ONE_LINE_TEXT", "viewObject": { "text1": "A" } } ] }"#,
      #"""
      screens/item-in-an-apps-words.json:1:14: error: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        1 | { "items": [ { "viewType": "ONE_LINE_TEXT", "viewObject": { "text1": "A" } } ] }
          |              ^
      screens/item-in-an-apps-words.json:1:45: error: an item has no member "viewObject"; did you mean content?
        1 | { "items": [ { "viewType": "ONE_LINE_TEXT", "viewObject": { "text1": "A" } } ] }
          |                                             ^
      """#),
    Mistake(
      "item-with-type",
      #"{ "items": [ { "type": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/item-with-type.json:1:14: error: an item needs the member "viewType"
        1 | { "items": [ { "type": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |              ^
      screens/item-with-type.json:1:16: error: an item has no member "type"; did you mean viewType?
        1 | { "items": [ { "type": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                ^
      """#),
    Mistake(
      "item-without-content", #"{ "items": [ { "viewType": "ONE_LINE_TEXT" } ] }"#,
      #"""
      screens/item-without-content.json:1:14: error: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        1 | { "items": [ { "viewType": "ONE_LINE_TEXT" } ] }
          |              ^
      """#),
    Mistake(
      "item-content-too-high", #"{ "items": [ { "viewType": "ONE_LINE_TEXT", "text1": "A" } ] }"#,
      #"""
      screens/item-content-too-high.json:1:14: error: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        1 | { "items": [ { "viewType": "ONE_LINE_TEXT", "text1": "A" } ] }
          |              ^
      screens/item-content-too-high.json:1:45: error: an item has no member "text1"; it belongs into "content"
        1 | { "items": [ { "viewType": "ONE_LINE_TEXT", "text1": "A" } ] }
          |                                             ^
      """#),
    Mistake(
      "view-type-unknown",
      #"{ "items": [ { "viewType": "THREE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/view-type-unknown.json:1:28: error: unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?
        1 | { "items": [ { "viewType": "THREE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                            ^
      """#),
    Mistake(
      "view-type-in-small-letters",
      #"{ "items": [ { "viewType": "one_line_text", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/view-type-in-small-letters.json:1:28: error: unknown view type "one_line_text"; did you mean ONE_LINE_TEXT?
        1 | { "items": [ { "viewType": "one_line_text", "content": { "text1": "A" } } ] }
          |                            ^
      """#),
    Mistake(
      "view-type-of-nobody", #"{ "items": [ { "viewType": "CAROUSEL", "content": {} } ] }"#,
      #"""
      screens/view-type-of-nobody.json:1:28: error: unknown view type "CAROUSEL"; known: AViewType, BViewType, ONE_IMAGE, ONE_LINE_TEXT, PLUS_TITLE, RichViewType, TITLE, TWO_LINE_TEXT
        1 | { "items": [ { "viewType": "CAROUSEL", "content": {} } ] }
          |                            ^
      """#),
    Mistake(
      "view-type-is-null", #"{ "items": [ { "viewType": null, "content": {} } ] }"#,
      #"""
      screens/view-type-is-null.json:1:28: error: "viewType" is a string, not null
        1 | { "items": [ { "viewType": null, "content": {} } ] }
          |                            ^
      """#),
    Mistake(
      "view-type-member-misspelt",
      #"{ "items": [ { "viewtype": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/view-type-member-misspelt.json:1:14: error: an item needs the member "viewType"
        1 | { "items": [ { "viewtype": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |              ^
      screens/view-type-member-misspelt.json:1:16: error: an item has no member "viewtype"; did you mean viewType?
        1 | { "items": [ { "viewtype": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                ^
      """#),
    Mistake(
      "id-is-a-number",
      #"{ "items": [ { "id": 1, "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/id-is-a-number.json:1:22: error: "id" is a string, not a number; write it in double quotes: "1"
        1 | { "items": [ { "id": 1, "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                      ^
      """#),
    Mistake(
      "id-with-a-space",
      #"{ "items": [ { "id": "my item", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/id-with-a-space.json:1:22: error: "my item" cannot be "id"; letters, digits, ".", "_" and "-", beginning with a letter or digit
        1 | { "items": [ { "id": "my item", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                      ^
      """#),
    Mistake(
      "id-in-korean",
      #"{ "items": [ { "id": "칼국수", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/id-in-korean.json:1:22: error: "칼국수" cannot be "id"; letters, digits, ".", "_" and "-", beginning with a letter or digit
        1 | { "items": [ { "id": "칼국수", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                      ^
      """#),
    Mistake(
      "id-is-empty",
      #"{ "items": [ { "id": "", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }"#,
      #"""
      screens/id-is-empty.json:1:22: error: "" cannot be "id"; letters, digits, ".", "_" and "-", beginning with a letter or digit
        1 | { "items": [ { "id": "", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } } ] }
          |                      ^
      """#),
    Mistake(
      "id-twice",
      #"""
      {
        "items": [
          { "id": "noodles", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } },
          { "id": "noodles", "viewType": "ONE_LINE_TEXT", "content": { "text1": "B" } }
        ]
      }
      """#,
      #"""
      screens/id-twice.json:4:13: error: the item id "noodles" is repeated; each item of a screen has an id of its own
        4 |     { "id": "noodles", "viewType": "ONE_LINE_TEXT", "content": { "text1": "B" } }
          |             ^
      """#),
  ]
}
