extension Mistake {
  /// What a variant changes.
  static let changes: [Mistake] = [
    Mistake(
      "change-without-op", change: #"{ "id": "a", "before": "b" }"#,
      #"""
      screens/change-without-op.json:7:5: error: a change needs the member "op"; one of insert, merge, move, remove, replace
        7 |     { "id": "a", "before": "b" }
          |     ^
      """#),
    Mistake(
      "change-of-unknown-kind", change: #"{ "op": "delete", "id": "a" }"#,
      #"""
      screens/change-of-unknown-kind.json:7:13: error: there is no change of kind "delete"; did you mean remove?
        7 |     { "op": "delete", "id": "a" }
          |             ^
      """#),
    Mistake(
      "change-of-misspelt-kind", change: #"{ "op": "mvoe", "id": "b", "before": "a" }"#,
      #"""
      screens/change-of-misspelt-kind.json:7:13: error: there is no change of kind "mvoe"; did you mean move?
        7 |     { "op": "mvoe", "id": "b", "before": "a" }
          |             ^
      """#),
    Mistake(
      "move-nowhere", change: #"{ "op": "move", "id": "b" }"#,
      #"""
      screens/move-nowhere.json:7:5: error: a change of kind move needs the member "before" or "after"
        7 |     { "op": "move", "id": "b" }
          |     ^
      """#),
    Mistake(
      "move-to-two-places", change: #"{ "op": "move", "id": "a", "before": "b", "after": "b" }"#,
      #"""
      screens/move-to-two-places.json:7:47: error: a change of kind move has only one of "before" or "after"
        7 |     { "op": "move", "id": "a", "before": "b", "after": "b" }
          |                                               ^
      """#),
    Mistake(
      "move-beside-itself", change: #"{ "op": "move", "id": "a", "before": "a" }"#,
      #"""
      screens/move-beside-itself.json:7:42: error: "a" cannot be moved to a place beside itself
        7 |     { "op": "move", "id": "a", "before": "a" }
          |                                          ^
      """#),
    Mistake(
      "move-an-unknown-item", change: #"{ "op": "move", "id": "perila", "before": "a" }"#,
      #"""
      screens/move-an-unknown-item.json:7:27: error: there is no item "perila"; known: a, b
        7 |     { "op": "move", "id": "perila", "before": "a" }
          |                           ^
      """#),
    Mistake(
      "move-before-an-unknown-item", change: #"{ "op": "move", "id": "a", "before": "aa" }"#,
      #"""
      screens/move-before-an-unknown-item.json:7:42: error: there is no item "aa"; known: b
        7 |     { "op": "move", "id": "a", "before": "aa" }
          |                                          ^
      """#),
    Mistake(
      "remove-what-was-removed",
      change: #"""
        { "op": "remove", "id": "a" },
            { "op": "move", "id": "a", "after": "b" }
        """#,
      #"""
      screens/remove-what-was-removed.json:8:27: error: there is no item "a"; known: b
        8 |     { "op": "move", "id": "a", "after": "b" }
          |                           ^
      """#),
    Mistake(
      "insert-an-id-that-is-taken",
      change: #"""
        { "op": "insert", "after": "b",
              "item": { "id": "a", "viewType": "ONE_LINE_TEXT", "content": { "text1": "C" } } }
        """#,
      #"""
      screens/insert-an-id-that-is-taken.json:8:23: error: the item id "a" is repeated; each item of a screen has an id of its own
        8 |       "item": { "id": "a", "viewType": "ONE_LINE_TEXT", "content": { "text1": "C" } } }
          |                       ^
      """#),
    Mistake(
      "insert-bad-content",
      change: #"""
        { "op": "insert", "after": "b",
              "item": { "id": "c", "viewType": "ONE_LINE_TEXT", "content": { "text2": "C" } } }
        """#,
      #"""
      screens/insert-bad-content.json:8:68: error: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        8 |       "item": { "id": "c", "viewType": "ONE_LINE_TEXT", "content": { "text2": "C" } } }
          |                                                                    ^
      screens/insert-bad-content.json:8:70: error: ONE_LINE_TEXT has no member "text2"; did you mean text1?
        8 |       "item": { "id": "c", "viewType": "ONE_LINE_TEXT", "content": { "text2": "C" } } }
          |                                                                      ^
      """#),
    Mistake(
      "insert-into-an-unknown-section",
      change: #"""
        { "op": "insert", "section": "main",
              "item": { "id": "c", "viewType": "ONE_LINE_TEXT", "content": { "text1": "C" } } }
        """#,
      #"""
      screens/insert-into-an-unknown-section.json:7:34: error: there is no section "main"; the screen has no sections; say "before" or "after" an item
        7 |     { "op": "insert", "section": "main",
          |                                  ^
      """#),
    Mistake(
      "replace-without-item", change: #"{ "op": "replace", "id": "a" }"#,
      #"""
      screens/replace-without-item.json:7:5: error: a change of kind replace needs the member "item"
        7 |     { "op": "replace", "id": "a" }
          |     ^
      """#),
    Mistake(
      "merge-takes-a-member-away",
      change: #"{ "op": "merge", "id": "a", "content": { "text1": null } }"#,
      #"""
      screens/merge-takes-a-member-away.json:7:5: error: the merged content is invalid: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        7 |     { "op": "merge", "id": "a", "content": { "text1": null } }
          |     ^
      """#),
    Mistake(
      "merge-writes-a-number", change: #"{ "op": "merge", "id": "a", "content": { "text1": 5 } }"#,
      #"""
      screens/merge-writes-a-number.json:7:55: error: expected a string, found a number; write it in double quotes: "5"
        7 |     { "op": "merge", "id": "a", "content": { "text1": 5 } }
          |                                                       ^
      """#),
    Mistake(
      "merge-with-item", change: #"{ "op": "merge", "id": "a", "item": { "text1": "C" } }"#,
      #"""
      screens/merge-with-item.json:7:5: error: a change of kind merge needs the member "content"
        7 |     { "op": "merge", "id": "a", "item": { "text1": "C" } }
          |     ^
      screens/merge-with-item.json:7:33: error: a change of kind merge has no member "item"; known: op, id, content
        7 |     { "op": "merge", "id": "a", "item": { "text1": "C" } }
          |                                 ^
      """#),
    Mistake(
      "order-leaves-one-out", variants: #"{ "key": "a" }, { "key": "b", "order": [ "b" ] }"#,
      #"""
      screens/order-leaves-one-out.json:7:44: error: the order leaves out the item "a"; an order names every item once
        7 |     { "key": "a" }, { "key": "b", "order": [ "b" ] }
          |                                            ^
      """#),
    Mistake(
      "order-with-an-unknown-id",
      variants: #"{ "key": "a" }, { "key": "b", "order": [ "b", "a", "c" ] }"#,
      #"""
      screens/order-with-an-unknown-id.json:7:56: error: there is no item "c"; known: a, b
        7 |     { "key": "a" }, { "key": "b", "order": [ "b", "a", "c" ] }
          |                                                        ^
      """#),
    Mistake(
      "order-with-an-id-twice",
      variants: #"{ "key": "a" }, { "key": "b", "order": [ "b", "a", "b" ] }"#,
      #"""
      screens/order-with-an-id-twice.json:7:56: error: the item id "b" is repeated; an order names every item once
        7 |     { "key": "a" }, { "key": "b", "order": [ "b", "a", "b" ] }
          |                                                        ^
      """#),
    Mistake(
      "order-of-numbers", variants: #"{ "key": "a" }, { "key": "b", "order": [ 2, 1 ] }"#,
      #"""
      screens/order-of-numbers.json:7:46: error: an id in "order" is a string, not a number; write it in double quotes: "2"
        7 |     { "key": "a" }, { "key": "b", "order": [ 2, 1 ] }
          |                                              ^
      screens/order-of-numbers.json:7:49: error: an id in "order" is a string, not a number; write it in double quotes: "1"
        7 |     { "key": "a" }, { "key": "b", "order": [ 2, 1 ] }
          |                                                 ^
      """#),
    Mistake(
      "variant-items-with-id-twice",
      variants: #"""
        { "key": "a" }, { "key": "b", "items": [
              { "id": "a", "viewType": "BViewType", "content": { "title": "A" } },
              { "id": "a", "viewType": "BViewType", "content": { "title": "B" } }
            ] }
        """#,
      #"""
      screens/variant-items-with-id-twice.json:9:15: error: the item id "a" is repeated; each item of a screen has an id of its own
        9 |       { "id": "a", "viewType": "BViewType", "content": { "title": "B" } }
          |               ^
      """#),
  ]
}
