extension Mistake {
  /// Members within members of content.
  static let nested: [Mistake] = [
    Mistake(
      "badge-is-a-string",
      viewType: "TITLE", content: #"{ "title": "Latte", "badges": [ "new" ] }"#,
      #"""
      screens/badge-is-a-string.json:3:37: error: expected an object, found a string; an object with "badgeImage", "text"
        3 |     { "title": "Latte", "badges": [ "new" ] } }
          |                                     ^
      """#),
    Mistake(
      "badge-member-misspelt",
      viewType: "TITLE",
      content: #"{ "badges": [ { "badgeimage": "https://ifh.cc/new.png", "text": "new" } ] }"#,
      #"""
      screens/badge-member-misspelt.json:3:21: error: an element of "badges" has no member "badgeimage"; did you mean badgeImage?
        3 |     { "badges": [ { "badgeimage": "https://ifh.cc/new.png", "text": "new" } ] } }
          |                     ^
      """#),
    Mistake(
      "badge-image-without-scheme",
      viewType: "TITLE", content: #"{ "badges": [ { "badgeImage": "//ifh.cc/new.png" } ] }"#,
      #"""
      screens/badge-image-without-scheme.json:3:35: error: "//ifh.cc/new.png" is not a URI; a URI begins with its scheme, such as https://
        3 |     { "badges": [ { "badgeImage": "//ifh.cc/new.png" } ] } }
          |                                   ^
      """#),
    Mistake(
      "width-is-a-number", viewType: "PLUS_TITLE",
      content: #"""
        { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": 120, "height": "80.5" },
              "badges": [] }
        """#,
      #"""
      screens/width-is-a-number.json:3:71: error: expected a string, found a number; write it in double quotes: "120"
        3 |     { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": 120, "height": "80.5" },
          |                                                                       ^
      """#),
    Mistake(
      "width-with-unit", viewType: "PLUS_TITLE",
      content: #"""
        { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": "120px", "height": "80." },
              "badges": [] }
        """#,
      #"""
      screens/width-with-unit.json:3:71: error: "120px" does not match the pattern ^[0-9]+(\.[0-9]+)?$; described as "A decimal number in a string: digits, and a fraction after a point if there is one"
        3 |     { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": "120px", "height": "80." },
          |                                                                       ^
      screens/width-with-unit.json:3:90: error: "80." does not match the pattern ^[0-9]+(\.[0-9]+)?$; described as "A decimal number in a string: digits, and a fraction after a point if there is one"
        3 |     { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": "120px", "height": "80." },
          |                                                                                          ^
      """#),
    Mistake(
      "height-missing", viewType: "PLUS_TITLE",
      content: #"""
        { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": "120" },
              "badges": [] }
        """#,
      #"""
      screens/height-missing.json:3:24: error: "firstRowImage" needs the member "height"; described as "Height in points"
        3 |     { "firstRowImage": { "imageUrl": "https://ifh.cc/a.jpg", "width": "120" },
          |                        ^
      """#),
    Mistake(
      "colour-by-name",
      viewType: "PLUS_TITLE",
      content: #"{ "titleText": { "text": "Latte", "textColor": "red" }, "badges": [] }"#,
      #"""
      screens/colour-by-name.json:3:52: error: "red" does not match the pattern ^#?[0-9A-Fa-f]{6}$; described as "Red, green and blue as six hex digits, with or without #"
        3 |     { "titleText": { "text": "Latte", "textColor": "red" }, "badges": [] } }
          |                                                    ^
      """#),
    Mistake(
      "colour-of-three-digits",
      viewType: "PLUS_TITLE",
      content: ##"{ "titleText": { "text": "Latte", "textColor": "#F00" }, "badges": [] }"##,
      #"""
      screens/colour-of-three-digits.json:3:52: error: "#F00" does not match the pattern ^#?[0-9A-Fa-f]{6}$; described as "Red, green and blue as six hex digits, with or without #"
        3 |     { "titleText": { "text": "Latte", "textColor": "#F00" }, "badges": [] } }
          |                                                    ^
      """#),
    Mistake(
      "style-in-wrong-case",
      viewType: "PLUS_TITLE",
      content: #"{ "titleText": { "text": "Latte", "textStyle": "Bold" }, "badges": [] }"#,
      #"""
      screens/style-in-wrong-case.json:3:52: error: expected "bold", "italic" or "strike"; did you mean bold?
        3 |     { "titleText": { "text": "Latte", "textStyle": "Bold" }, "badges": [] } }
          |                                                    ^
      """#),
    Mistake(
      "style-in-american",
      viewType: "PLUS_TITLE",
      content: #"{ "titleText": { "text": "Latte", "fontSize": "12" }, "badges": [] }"#,
      #"""
      screens/style-in-american.json:3:39: error: "titleText" has no member "fontSize"; did you mean textSize?
        3 |     { "titleText": { "text": "Latte", "fontSize": "12" }, "badges": [] } }
          |                                       ^
      """#),
    Mistake(
      "title-text-without-text",
      viewType: "PLUS_TITLE", content: #"{ "titleText": { "textStyle": "bold" }, "badges": [] }"#,
      #"""
      screens/title-text-without-text.json:3:20: error: "titleText" needs the member "text"; described as "The title"
        3 |     { "titleText": { "textStyle": "bold" }, "badges": [] } }
          |                    ^
      """#),
    Mistake(
      "piece-is-empty", viewType: "RichViewType", content: #"{ "richText": [ {} ] }"#,
      #"""
      screens/piece-is-empty.json:3:21: error: 0 members, less than the minimum of 1; described as "Either a run of text or an image: exactly one of the two"
        3 |     { "richText": [ {} ] } }
          |                     ^
      """#),
    Mistake(
      "piece-is-both",
      viewType: "RichViewType",
      content:
        #"{ "richText": [ { "text": { "text": "A" }, "image": { "url": "https://ifh.cc/a.png" } } ] }"#,
      #"""
      screens/piece-is-both.json:3:21: error: 2 members, more than the maximum of 1; described as "Either a run of text or an image: exactly one of the two"
        3 |     { "richText": [ { "text": { "text": "A" }, "image": { "url": "https://ifh.cc/a.png" } } ] } }
          |                     ^
      """#),
    Mistake(
      "piece-text-is-a-string",
      viewType: "RichViewType", content: #"{ "richText": [ { "text": "Hello" } ] }"#,
      #"""
      screens/piece-text-is-a-string.json:3:31: error: expected an object, found a string; an object with "text"
        3 |     { "richText": [ { "text": "Hello" } ] } }
          |                               ^
      """#),
    Mistake(
      "background-unknown",
      viewType: "RichViewType",
      content: #"{ "richText": [ { "text": { "text": "A", "background": "blue" } } ] }"#,
      #"""
      screens/background-unknown.json:3:60: error: expected "black", "red", "yellow" or "clear"; described as "The colour behind the run"
        3 |     { "richText": [ { "text": { "text": "A", "background": "blue" } } ] } }
          |                                                            ^
      """#),
    Mistake(
      "font-size-is-a-string",
      viewType: "RichViewType",
      content: #"{ "richText": [ { "text": { "text": "A", "fontSize": "12" } } ] }"#,
      #"""
      screens/font-size-is-a-string.json:3:58: error: expected an integer, found a string; write it without quotes: 12
        3 |     { "richText": [ { "text": { "text": "A", "fontSize": "12" } } ] } }
          |                                                          ^
      """#),
    Mistake(
      "font-size-too-large",
      viewType: "RichViewType", content: #"{ "richText": [ { "text": { "text": "A", "fontSize": 201 } } ] }"#,
      #"""
      screens/font-size-too-large.json:3:58: error: 201 is more than the maximum of 200; described as "Size of the font in points"
        3 |     { "richText": [ { "text": { "text": "A", "fontSize": 201 } } ] } }
          |                                                          ^
      """#),
    Mistake(
      "font-size-too-small",
      viewType: "RichViewType", content: #"{ "richText": [ { "text": { "text": "A", "fontSize": 0 } } ] }"#,
      #"""
      screens/font-size-too-small.json:3:58: error: 0 is less than the minimum of 1; described as "Size of the font in points"
        3 |     { "richText": [ { "text": { "text": "A", "fontSize": 0 } } ] } }
          |                                                          ^
      """#),
    Mistake(
      "font-size-with-fraction",
      viewType: "RichViewType",
      content: #"{ "richText": [ { "text": { "text": "A", "fontSize": 12.5 } } ] }"#,
      #"""
      screens/font-size-with-fraction.json:3:58: error: expected an integer, found a number; a number without a fraction
        3 |     { "richText": [ { "text": { "text": "A", "fontSize": 12.5 } } ] } }
          |                                                          ^
      """#),
    Mistake(
      "text-style-is-a-string",
      viewType: "RichViewType",
      content: #"{ "richText": [ { "text": { "text": "A", "textStyle": "underline" } } ] }"#,
      #"""
      screens/text-style-is-a-string.json:3:59: error: expected an array, found a string; an array stands in square brackets
        3 |     { "richText": [ { "text": { "text": "A", "textStyle": "underline" } } ] } }
          |                                                           ^
      """#),
    Mistake(
      "text-style-unknown",
      viewType: "RichViewType",
      content: #"{ "richText": [ { "text": { "text": "A", "textStyle": [ "underlined" ] } } ] }"#,
      #"""
      screens/text-style-unknown.json:3:61: error: expected "underline"; did you mean underline?
        3 |     { "richText": [ { "text": { "text": "A", "textStyle": [ "underlined" ] } } ] } }
          |                                                             ^
      """#),
    Mistake(
      "rich-text-is-a-string", viewType: "RichViewType", content: #"{ "richText": "Hello" }"#,
      #"""
      screens/rich-text-is-a-string.json:3:19: error: expected an array, found a string; an array stands in square brackets
        3 |     { "richText": "Hello" } }
          |                   ^
      """#),
  ]
}
