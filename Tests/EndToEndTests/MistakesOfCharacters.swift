extension Mistake {
  /// Words, numbers and characters that JSON does not have.
  static let characters: [Mistake] = [
    Mistake(
      "curly-quotes", "{ “items”: [] }",
      #"""
      screens/curly-quotes.json:1:3: error: unexpected "“" where a member name should stand; JSON strings stand in straight double quotes: "
        1 | { “items”: [] }
          |   ^
      """#),
    Mistake(
      "curly-closing-quote",
      #"""
      {
        "screenName": "Home”,
        "items": []
      }
      """#,
      #"""
      screens/curly-closing-quote.json:2:24: error: the line ends within a string; a string ends with a straight double quote: "
        2 |   "screenName": "Home”,
          |                        ^
      """#),
    Mistake(
      "full-width-colon", #"{ "screenName"： "홈", "items": [] }"#,
      #"""
      screens/full-width-colon.json:1:15: error: unexpected "：" after a member name; did you mean :
        1 | { "screenName"： "홈", "items": [] }
          |               ^
      """#),
    Mistake(
      "full-width-comma", #"{ "screenName": "홈"， "items": [] }"#,
      #"""
      screens/full-width-comma.json:1:20: error: unexpected "，" after a member of an object; did you mean ,
        1 | { "screenName": "홈"， "items": [] }
          |                     ^
      """#),
    Mistake(
      "no-break-space",
      #"""
      {
      \#u{A0}\#u{A0}"items": []
      }
      """#,
      #"""
      screens/no-break-space.json:2:1: error: unexpected character U+00A0 where a member name should stand; a character that cannot be seen; remove it
        2 | \#u{A0}\#u{A0}"items": []
          | ^
      """#),
    Mistake(
      "zero-width-space", #"{ "items": [] }\#u{200B}"#,
      #"""
      screens/zero-width-space.json:1:16: error: unexpected character U+200B after the end of the document; a character that cannot be seen; remove it
        1 | { "items": [] }\#u{FFFD}
          |                ^
      """#),
    Mistake(
      "unquoted-text", #"{ "screenName": Home, "items": [] }"#,
      #"""
      screens/unquoted-text.json:1:17: error: unexpected "Home" where a value should stand; text stands in double quotes
        1 | { "screenName": Home, "items": [] }
          |                 ^
      """#),
    Mistake(
      "capital-true", #"{ "supported": True }"#,
      #"""
      screens/capital-true.json:1:16: error: unexpected "True" where a value should stand; did you mean true?
        1 | { "supported": True }
          |                ^
      """#),
    Mistake(
      "capital-null", #"{ "header": NULL }"#,
      #"""
      screens/capital-null.json:1:13: error: unexpected "NULL" where a value should stand; did you mean null?
        1 | { "header": NULL }
          |             ^
      """#),
    Mistake(
      "undefined", #"{ "header": undefined }"#,
      #"""
      screens/undefined.json:1:13: error: unexpected "undefined" where a value should stand; did you mean null?
        1 | { "header": undefined }
          |             ^
      """#),
    Mistake(
      "not-a-number", #"{ "weight": NaN }"#,
      #"""
      screens/not-a-number.json:1:13: error: unexpected "NaN" where a value should stand; JSON has no such number
        1 | { "weight": NaN }
          |             ^
      """#),
    Mistake(
      "number-ends-with-point", #"{ "weight": 1. }"#,
      #"""
      screens/number-ends-with-point.json:1:13: error: a number ends with its decimal point; write 1.0
        1 | { "weight": 1. }
          |             ^
      """#),
    Mistake(
      "number-begins-with-point", #"{ "weight": .5 }"#,
      #"""
      screens/number-begins-with-point.json:1:13: error: unexpected "." where a value should stand; write a 0 before the point
        1 | { "weight": .5 }
          |             ^
      """#),
    Mistake(
      "number-with-plus", #"{ "weight": +5 }"#,
      #"""
      screens/number-with-plus.json:1:13: error: unexpected "+" where a value should stand; a number has no plus sign
        1 | { "weight": +5 }
          |             ^
      """#),
    Mistake(
      "number-with-zero", #"{ "fontSize": 012 }"#,
      #"""
      screens/number-with-zero.json:1:16: error: a number has a leading zero; leave the zero out
        1 | { "fontSize": 012 }
          |                ^
      """#),
    Mistake(
      "number-with-unit", #"{ "fontSize": 12px }"#,
      #"""
      screens/number-with-unit.json:1:17: error: a number is followed by "px"; text stands in double quotes
        1 | { "fontSize": 12px }
          |                 ^
      """#),
    Mistake(
      "number-with-percent", #"{ "weight": 50% }"#,
      #"""
      screens/number-with-percent.json:1:15: error: a number is followed by "%"; text stands in double quotes
        1 | { "weight": 50% }
          |               ^
      """#),
    Mistake(
      "number-without-digits", #"{ "weight": - }"#,
      #"""
      screens/number-without-digits.json:1:14: error: unexpected white space in a number; expected a digit
        1 | { "weight": - }
          |              ^
      """#),
    Mistake(
      "quote-within-text", #"{ "screenName": "The "best" menu", "items": [] }"#,
      #"""
      screens/quote-within-text.json:1:23: error: a string is followed by "best"; a double quote within a string is written \"
        1 | { "screenName": "The "best" menu", "items": [] }
          |                       ^
      """#),
    Mistake(
      "tab-within-text", #"{ "screenName": "Home\#tMenu", "items": [] }"#,
      #"""
      screens/tab-within-text.json:1:22: error: a control character (0x09) stands in a string; write it as \t
        1 | { "screenName": "Home Menu", "items": [] }
          |                      ^
      """#),
    Mistake(
      "backslash", #"{ "screenName": "C:\menu", "items": [] }"#,
      #"""
      screens/backslash.json:1:20: error: a backslash is followed by what JSON has no escape for; a backslash itself is written \\
        1 | { "screenName": "C:\menu", "items": [] }
          |                    ^
      """#),
    Mistake(
      "escaped-apostrophe", #"{ "screenName": "Kim\'s", "items": [] }"#,
      #"""
      screens/escaped-apostrophe.json:1:21: error: a backslash is followed by what JSON has no escape for; a ' needs no backslash
        1 | { "screenName": "Kim\'s", "items": [] }
          |                     ^
      """#),
    Mistake(
      "short-escape", #"{ "screenName": "caf\ue9", "items": [] }"#,
      #"""
      screens/short-escape.json:1:21: error: \u is not followed by four hexadecimal digits; such as \u00E9
        1 | { "screenName": "caf\ue9", "items": [] }
          |                     ^
      """#),
    Mistake(
      "half-a-pair", #"{ "screenName": "\ud83c", "items": [] }"#,
      #"""
      screens/half-a-pair.json:1:18: error: an escape names half of a surrogate pair; write the character itself
        1 | { "screenName": "\ud83c", "items": [] }
          |                  ^
      """#),
    Mistake(
      "latin-1",
      bytes: Array("{ \"screenName\": \"Caf".utf8) + [0xE9] + Array("\", \"items\": [] }".utf8),
      #"""
      screens/latin-1.json:1:21: error: the text is not valid UTF-8; save it as UTF-8
        1 | { "screenName": "Caf\#u{FFFD}", "items": [] }
          |                     ^
      """#),
    Mistake(
      "utf-16",
      bytes: Array("\u{FEFF}{ \"items\": [] }".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      #"""
      screens/utf-16.json:1:1: error: the text is UTF-16, not UTF-8; save it as UTF-8
        1 | \#u{FFFD}\#u{FFFD}{\#u{FFFD} \#u{FFFD}"\#u{FFFD}i\#u{FFFD}t\#u{FFFD}e\#u{FFFD}m\#u{FFFD}s\#u{FFFD}"\#u{FFFD}:\#u{FFFD} \#u{FFFD}[\#u{FFFD}]\#u{FFFD} \#u{FFFD}}\#u{FFFD}
          | ^
      """#),
  ]
}
