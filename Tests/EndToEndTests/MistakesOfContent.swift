extension Mistake {
  /// Content against the schemas of the shipped view types.
  static let content: [Mistake] = [
    Mistake(
      "text-is-a-number", viewType: "TWO_LINE_TEXT", content: #"{ "text1": "라떼", "text2": 4500 }"#,
      #"""
      screens/text-is-a-number.json:3:31: error: expected a string, found a number; write it in double quotes: "4500"
        3 |     { "text1": "라떼", "text2": 4500 } }
          |                                 ^
      """#),
    Mistake(
      "text-is-null", viewType: "ONE_LINE_TEXT", content: #"{ "text1": null }"#,
      #"""
      screens/text-is-null.json:3:16: error: expected a string, found null
        3 |     { "text1": null } }
          |                ^
      """#),
    Mistake(
      "text-missing", viewType: "TWO_LINE_TEXT", content: #"{ "text1": "들깨 칼국수" }"#,
      #"""
      screens/text-missing.json:3:5: error: TWO_LINE_TEXT needs the member "text2"; described as "The lower line"
        3 |     { "text1": "들깨 칼국수" } }
          |     ^
      """#),
    Mistake(
      "text-in-wrong-case", viewType: "ONE_LINE_TEXT", content: #"{ "Text1": "A" }"#,
      #"""
      screens/text-in-wrong-case.json:3:5: error: ONE_LINE_TEXT needs the member "text1"; described as "The line"
        3 |     { "Text1": "A" } }
          |     ^
      screens/text-in-wrong-case.json:3:7: error: ONE_LINE_TEXT has no member "Text1"; did you mean text1?
        3 |     { "Text1": "A" } }
          |       ^
      """#),
    Mistake(
      "text-too-many", viewType: "ONE_LINE_TEXT", content: #"{ "text1": "A", "text2": "B" }"#,
      #"""
      screens/text-too-many.json:3:21: error: ONE_LINE_TEXT has no member "text2"; known: text1
        3 |     { "text1": "A", "text2": "B" } }
          |                     ^
      """#),
    Mistake(
      "content-is-a-string", viewType: "ONE_LINE_TEXT", content: #""A""#,
      #"""
      screens/content-is-a-string.json:3:5: error: expected an object, found a string; an object with "text1"
        3 |     "A" }
          |     ^
      """#),
    Mistake(
      "content-is-empty", viewType: "TWO_LINE_TEXT", content: "{}",
      #"""
      screens/content-is-empty.json:3:5: error: TWO_LINE_TEXT needs the member "text1"; described as "The upper line"
        3 |     {} }
          |     ^
      screens/content-is-empty.json:3:5: error: TWO_LINE_TEXT needs the member "text2"; described as "The lower line"
        3 |     {} }
          |     ^
      """#),
    Mistake(
      "image-without-url",
      viewType: "ONE_IMAGE", content: #"{ "uri": "https://ifh.cc/g/AowvTF.jpg" }"#,
      #"""
      screens/image-without-url.json:3:5: error: ONE_IMAGE needs the member "url"; described as "Where the image is; an absolute URI"
        3 |     { "uri": "https://ifh.cc/g/AowvTF.jpg" } }
          |     ^
      screens/image-without-url.json:3:7: error: ONE_IMAGE has no member "uri"; did you mean url?
        3 |     { "uri": "https://ifh.cc/g/AowvTF.jpg" } }
          |       ^
      """#),
    Mistake(
      "url-without-scheme", viewType: "ONE_IMAGE", content: #"{ "url": "ifh.cc/g/AowvTF.jpg" }"#,
      #"""
      screens/url-without-scheme.json:3:14: error: "ifh.cc/g/AowvTF.jpg" is not a URI; begin with the scheme: https://ifh.cc/g/AowvTF.jpg
        3 |     { "url": "ifh.cc/g/AowvTF.jpg" } }
          |              ^
      """#),
    Mistake(
      "url-is-a-path", viewType: "ONE_IMAGE", content: #"{ "url": "/images/noodles.jpg" }"#,
      #"""
      screens/url-is-a-path.json:3:14: error: "/images/noodles.jpg" is not a URI; a URI begins with its scheme, such as https://
        3 |     { "url": "/images/noodles.jpg" } }
          |              ^
      """#),
    Mistake(
      "url-with-a-space",
      viewType: "ONE_IMAGE", content: #"{ "url": "https://ifh.cc/my photo.jpg" }"#,
      #"""
      screens/url-with-a-space.json:3:14: error: "https://ifh.cc/my photo.jpg" is not a URI; a space in a URI is written %20
        3 |     { "url": "https://ifh.cc/my photo.jpg" } }
          |              ^
      """#),
    Mistake(
      "url-in-korean", viewType: "ONE_IMAGE", content: #"{ "url": "https://ifh.cc/사진.jpg" }"#,
      #"""
      screens/url-in-korean.json:3:14: error: "https://ifh.cc/사진.jpg" is not a URI; characters other than those of ASCII are percent-encoded in a URI
        3 |     { "url": "https://ifh.cc/사진.jpg" } }
          |              ^
      """#),
    Mistake(
      "url-with-backslashes", viewType: "ONE_IMAGE", content: #"{ "url": "https:\\\\ifh.cc\\g" }"#,
      #"""
      screens/url-with-backslashes.json:3:14: error: "https:\\\\ifh.cc\\g" is not a URI; a URI has slashes, no backslashes
        3 |     { "url": "https:\\\\ifh.cc\\g" } }
          |              ^
      """#),
    Mistake(
      "url-is-empty", viewType: "ONE_IMAGE", content: #"{ "url": "" }"#,
      #"""
      screens/url-is-empty.json:3:14: error: "" is not a URI; a URI begins with its scheme, such as https://
        3 |     { "url": "" } }
          |              ^
      """#),
    Mistake(
      "icon-url-missing", viewType: "AViewType", content: #"{ "title": "Wi-Fi" }"#,
      #"""
      screens/icon-url-missing.json:3:5: error: AViewType needs the member "iconUrl"; described as "Where the icon is; an absolute URI"
        3 |     { "title": "Wi-Fi" } }
          |     ^
      """#),
    Mistake(
      "title-is-true", viewType: "BViewType", content: #"{ "title": true }"#,
      #"""
      screens/title-is-true.json:3:16: error: expected a string, found a boolean; write it in double quotes: "true"
        3 |     { "title": true } }
          |                ^
      """#),
    Mistake(
      "badges-missing", viewType: "TITLE", content: #"{ "title": "Latte" }"#,
      #"""
      screens/badges-missing.json:3:5: error: TITLE needs the member "badges"; described as "The badges in the order in which they are shown; may be empty, never left out"
        3 |     { "title": "Latte" } }
          |     ^
      """#),
    Mistake(
      "badges-is-a-string", viewType: "TITLE", content: #"{ "title": "Latte", "badges": "new" }"#,
      #"""
      screens/badges-is-a-string.json:3:35: error: expected an array, found a string; an array stands in square brackets
        3 |     { "title": "Latte", "badges": "new" } }
          |                                   ^
      """#),
  ]
}
