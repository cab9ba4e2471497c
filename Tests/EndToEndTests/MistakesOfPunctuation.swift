extension Mistake {
  /// Commas, brackets and quotes that are missing or too many.
  static let punctuation: [Mistake] = [
    Mistake(
      "empty", "",
      #"""
      screens/empty.json:1:1: error: the text is empty
        1 |\#u{20}
          | ^
      """#),
    Mistake(
      "comma-missing",
      #"""
      {
        "screenName": "Home"
        "items": []
      }
      """#,
      #"""
      screens/comma-missing.json:3:3: error: a comma is missing before this member; end the one before with ","
        3 |   "items": []
          |   ^
      """#),
    Mistake(
      "comma-missing-between-items",
      #"""
      {
        "items": [
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } }
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "B" } }
        ]
      }
      """#,
      #"""
      screens/comma-missing-between-items.json:4:5: error: a comma is missing before this element; end the one before with ","
        4 |     { "viewType": "ONE_LINE_TEXT", "content": { "text1": "B" } }
          |     ^
      """#),
    Mistake(
      "comma-before-bracket",
      #"""
      {
        "items": [
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } },
        ]
      }
      """#,
      #"""
      screens/comma-before-bracket.json:3:65: error: a comma stands before the closing "]"; remove the comma
        3 |     { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } },
          |                                                                 ^
      """#),
    Mistake(
      "comma-before-brace",
      #"""
      {
        "screenName": "Home",
        "items": [],
      }
      """#,
      #"""
      screens/comma-before-brace.json:3:14: error: a comma stands before the closing "}"; remove the comma
        3 |   "items": [],
          |              ^
      """#),
    Mistake(
      "comma-twice", #"{ "screenName": "Home",, "items": [] }"#,
      #"""
      screens/comma-twice.json:1:24: error: unexpected "," where a member name should stand; remove the comma, or write what is missing before it
        1 | { "screenName": "Home",, "items": [] }
          |                        ^
      """#),
    Mistake(
      "semicolon", #"{ "screenName": "Home"; "items": [] }"#,
      #"""
      screens/semicolon.json:1:23: error: unexpected ";" after a member of an object; expected "," or "}"
        1 | { "screenName": "Home"; "items": [] }
          |                       ^
      """#),
    Mistake(
      "single-quotes", "{ 'items': [] }",
      #"""
      screens/single-quotes.json:1:3: error: unexpected "'" where a member name should stand; JSON strings stand in double quotes
        1 | { 'items': [] }
          |   ^
      """#),
    Mistake(
      "single-quoted-value", #"{ "screenName": 'Home', "items": [] }"#,
      #"""
      screens/single-quoted-value.json:1:17: error: unexpected "'" where a value should stand; JSON strings stand in double quotes
        1 | { "screenName": 'Home', "items": [] }
          |                 ^
      """#),
    Mistake(
      "line-comment",
      #"""
      {
        // the menu
        "items": []
      }
      """#,
      #"""
      screens/line-comment.json:2:3: error: unexpected "/" where a member name should stand; JSON has no comments
        2 |   // the menu
          |   ^
      """#),
    Mistake(
      "block-comment", #"{ "items": [] /* none yet */ }"#,
      #"""
      screens/block-comment.json:1:15: error: unexpected "/" after a member of an object; JSON has no comments
        1 | { "items": [] /* none yet */ }
          |               ^
      """#),
    Mistake(
      "hash-comment",
      #"""
      # the menu
      { "items": [] }
      """#,
      #"""
      screens/hash-comment.json:1:1: error: unexpected "#" where a value should stand; JSON has no comments
        1 | # the menu
          | ^
      """#),
    Mistake(
      "unquoted-name", "{ items: [] }",
      #"""
      screens/unquoted-name.json:1:3: error: unexpected "items" where a member name should stand; write it in double quotes: "items"
        1 | { items: [] }
          |   ^
      """#),
    Mistake(
      "equals-sign", #"{ "items" = [] }"#,
      #"""
      screens/equals-sign.json:1:11: error: unexpected "=" after a member name; expected ":"
        1 | { "items" = [] }
          |           ^
      """#),
    Mistake(
      "colon-missing", #"{ "screenName" "Home" }"#,
      #"""
      screens/colon-missing.json:1:16: error: unexpected string after a member name; expected ":"
        1 | { "screenName" "Home" }
          |                ^
      """#),
    Mistake(
      "value-missing", #"{ "screenName": , "items": [] }"#,
      #"""
      screens/value-missing.json:1:17: error: unexpected "," where a value should stand; remove the comma, or write what is missing before it
        1 | { "screenName": , "items": [] }
          |                 ^
      """#),
    Mistake(
      "last-value-missing", #"{ "screenName": }"#,
      #"""
      screens/last-value-missing.json:1:17: error: unexpected "}" where a value should stand; write the value that is missing
        1 | { "screenName": }
          |                 ^
      """#),
    Mistake(
      "quote-not-closed",
      #"""
      {
        "screenName": "Home,
        "items": []
      }
      """#,
      #"""
      screens/quote-not-closed.json:2:23: error: the line ends within a string; add the closing ", or write \n for a line end within the text
        2 |   "screenName": "Home,
          |                       ^
      """#),
    Mistake(
      "quote-open-at-the-end", #"{ "items": [], "screenName": "Home }"#,
      #"""
      screens/quote-open-at-the-end.json:1:30: error: the string that begins here is not closed; add the closing "
        1 | { "items": [], "screenName": "Home }
          |                              ^
      """#),
    Mistake(
      "brace-not-closed",
      #"""
      {
        "items": [
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" }
        ]
      }
      """#,
      #"""
      screens/brace-not-closed.json:4:3: error: unexpected "]" after a member of an object (which begins at 3:5); expected "," or "}"
        4 |   ]
          |   ^
      """#),
    Mistake(
      "bracket-not-closed",
      #"""
      {
        "items": [
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } }
      }
      """#,
      #"""
      screens/bracket-not-closed.json:4:1: error: unexpected "}" after an element of an array (which begins at 2:12); expected "," or "]"
        4 | }
          | ^
      """#),
    Mistake(
      "end-missing",
      #"""
      {
        "items": [
          { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } }
        ]

      """#,
      #"""
      screens/end-missing.json:4:4: error: the text ends within an object (which begins at 1:1); add the closing "}"
        4 |   ]
          |    ^
      """#),
    Mistake(
      "brace-too-many", #"{ "items": [] }}"#,
      #"""
      screens/brace-too-many.json:1:16: error: unexpected "}" after the end of the document; expected nothing but white space
        1 | { "items": [] }}
          |                ^
      """#),
    Mistake(
      "two-documents",
      #"""
      { "items": [] }
      { "items": [] }
      """#,
      #"""
      screens/two-documents.json:2:1: error: unexpected "{" after the end of the document; expected nothing but white space
        2 | { "items": [] }
          | ^
      """#),
    Mistake(
      "name-twice",
      #"""
      {
        "screenName": "Home",
        "items": [],
        "screenName": "Menu"
      }
      """#,
      #"""
      screens/name-twice.json:4:3: error: the member name "screenName" is repeated (first at 2:3); remove one of the two
        4 |   "screenName": "Menu"
          |   ^
      """#),
    Mistake(
      "name-twice-by-escape", #"{ "items": [], "\u0069tems": [] }"#,
      #"""
      screens/name-twice-by-escape.json:1:16: error: the member name "items" is repeated (first at 1:3); remove one of the two
        1 | { "items": [], "\u0069tems": [] }
          |                ^
      """#),
    Mistake(
      "web-page", "<!DOCTYPE html>",
      #"""
      screens/web-page.json:1:1: error: unexpected "<" where a value should stand
        1 | <!DOCTYPE html>
          | ^
      """#),
  ]
}
