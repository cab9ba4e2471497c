extension Mistake {
  /// What an item requires, what stands in for it, and the gate.
  static let fallbacks: [Mistake] = [
    Mistake(
      "requires-is-true",
      #"""
      { "items": [
        { "viewType": "BViewType", "content": { "title": "A" },
          "requires": true }
      ] }
      """#,
      #"""
      screens/requires-is-true.json:3:17: error: a condition is an object, this is a boolean; such as {"country": "KR"}
        3 |     "requires": true }
          |                 ^
      """#),
    Mistake(
      "requires-a-misspelt-operator",
      #"""
      { "items": [
        { "viewType": "BViewType", "content": { "title": "A" },
          "requires": { "version": { "$vgt": "1.0", "$vltt": "2.0" } } }
      ] }
      """#,
      #"""
      screens/requires-a-misspelt-operator.json:3:47: error: unknown operator "$vltt"; did you mean $vlt?
        3 |     "requires": { "version": { "$vgt": "1.0", "$vltt": "2.0" } } }
          |                                               ^
      """#),
    Mistake(
      "requires-a-comparison-with-a-list",
      #"""
      { "items": [
        { "viewType": "BViewType", "content": { "title": "A" },
          "requires": { "age": { "$gt": [ 18 ] } } }
      ] }
      """#,
      #"""
      screens/requires-a-comparison-with-a-list.json:3:35: error: $gt takes a number or a string, this is an array
        3 |     "requires": { "age": { "$gt": [ 18 ] } } }
          |                                   ^
      """#),
    Mistake(
      "section-requires-a-string",
      #"{ "sections": [ { "id": "s", "requires": "KR", "items": [] } ] }"#,
      #"""
      screens/section-requires-a-string.json:1:42: error: a condition is an object, this is a string; such as {"country": "KR"}
        1 | { "sections": [ { "id": "s", "requires": "KR", "items": [] } ] }
          |                                          ^
      """#),
    Mistake(
      "fallback-is-another-word",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" },
          "fallback": "hide" }
      ] }
      """#,
      #"""
      screens/fallback-is-another-word.json:3:17: error: a fallback cannot be "hide"; an item, or "drop"
        3 |     "fallback": "hide" }
          |                 ^
      """#),
    Mistake(
      "fallback-is-null",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" },
          "fallback": null }
      ] }
      """#,
      #"""
      screens/fallback-is-null.json:3:17: error: a fallback is an item or "drop", not null
        3 |     "fallback": null }
          |                 ^
      """#),
    Mistake(
      "fallback-without-view-type",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" },
          "fallback": { "content": { "title": "A" } } }
      ] }
      """#,
      #"""
      screens/fallback-without-view-type.json:3:17: error: a fallback needs the member "viewType"
        3 |     "fallback": { "content": { "title": "A" } } }
          |                 ^
      """#),
    Mistake(
      "fallback-of-unknown-type",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" },
          "fallback": { "viewType": "CViewType", "content": { "title": "A" } } }
      ] }
      """#,
      #"""
      screens/fallback-of-unknown-type.json:3:31: error: unknown view type "CViewType"; did you mean AViewType?
        3 |     "fallback": { "viewType": "CViewType", "content": { "title": "A" } } }
          |                               ^
      """#),
    Mistake(
      "fallback-with-bad-content",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" },
          "fallback": { "viewType": "AViewType", "content": { "title": "A" } } }
      ] }
      """#,
      #"""
      screens/fallback-with-bad-content.json:3:55: error: AViewType needs the member "iconUrl"; described as "Where the icon is; an absolute URI"
        3 |     "fallback": { "viewType": "AViewType", "content": { "title": "A" } } }
          |                                                       ^
      """#),
    Mistake(
      "fallback-with-an-id-of-another",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" } },
        { "id": "b", "viewType": "BViewType", "content": { "title": "B" },
          "fallback": { "id": "a", "viewType": "BViewType", "content": { "title": "C" } } }
      ] }
      """#,
      #"""
      screens/fallback-with-an-id-of-another.json:4:25: error: the item id "a" is repeated; each item of a screen has an id of its own
        4 |     "fallback": { "id": "a", "viewType": "BViewType", "content": { "title": "C" } } }
          |                         ^
      """#),
    Mistake(
      "fallback-too-deep",
      #"""
      { "items": [
        { "id": "a", "viewType": "BViewType", "content": { "title": "A" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "1" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "2" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "3" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "4" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "5" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "6" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "7" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "8" }, "fallback":
      { "viewType": "BViewType", "content": { "title": "9" }, "fallback":
      "drop" } } } } } } } } }
        }
      ] }
      """#,
      #"""
      screens/fallback-too-deep.json:11:1: error: fallbacks are at most 8 deep
        11 | { "viewType": "BViewType", "content": { "title": "9" }, "fallback":
           | ^
      """#),
    Mistake(
      "gate-unknown", #"{ "gate": "refused", "items": [] }"#,
      #"""
      screens/gate-unknown.json:1:11: error: "gate" cannot be "refused"; did you mean refuse?
        1 | { "gate": "refused", "items": [] }
          |           ^
      """#),
    Mistake(
      "gate-is-true", #"{ "gate": true, "items": [] }"#,
      #"""
      screens/gate-is-true.json:1:11: error: "gate" is a string, not a boolean; expected "refuse"
        1 | { "gate": true, "items": [] }
          |           ^
      """#),
  ]
}
