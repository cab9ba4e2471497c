extension Mistake {
  /// View types.
  static let schemas: [Mistake] = [
    Mistake(
      "_types/IS_A_LIST", "[]",
      #"""
      screens/_types/IS_A_LIST.json:1:1: error: expected an object or a boolean, found an array
        1 | []
          | ^
      """#),
    Mistake(
      "_types/TYPE_MISSPELT", #"{ "type": "sting" }"#,
      #"""
      screens/_types/TYPE_MISSPELT.json:1:11: error: expected "array", "boolean", "integer", "null", "number", "object" or "string"; did you mean string?
        1 | { "type": "sting" }
          |           ^
      """#),
    Mistake(
      "_types/PROPERTIES_LIST",
      #"""
      {
        "type": "object",
        "properties": [ "text1" ]
      }
      """#,
      #"""
      screens/_types/PROPERTIES_LIST.json:3:17: error: expected an object, found an array
        3 |   "properties": [ "text1" ]
          |                 ^
      """#),
    Mistake(
      "_types/REQUIRED_IS_TRUE",
      #"""
      {
        "properties": { "text1": { "type": "string", "required": true } }
      }
      """#,
      #"""
      screens/_types/REQUIRED_IS_TRUE.json:2:60: error: expected an array, found a boolean; "required" is a list of names beside "properties"
        2 |   "properties": { "text1": { "type": "string", "required": true } }
          |                                                            ^
      """#),
    Mistake(
      "_types/REQUIRED_A_STRING", #"{ "type": "object", "required": "text1" }"#,
      #"""
      screens/_types/REQUIRED_A_STRING.json:1:33: error: expected an array, found a string; write ["text1"]
        1 | { "type": "object", "required": "text1" }
          |                                 ^
      """#),
    Mistake(
      "_types/BAD_PATTERN", #"{ "properties": { "colour": { "pattern": "^#[0-9a-f{6}$" } } }"#,
      #"""
      screens/_types/BAD_PATTERN.json:1:42: error: not a regular expression: it ends too early, at character 14
        1 | { "properties": { "colour": { "pattern": "^#[0-9a-f{6}$" } } }
          |                                          ^
      """#),
    Mistake(
      "_types/REFERS_NOWHERE",
      #"""
      {
        "properties": { "badge": { "$ref": "#/$defs/bagde" } },
        "$defs": { "badge": { "type": "string" } }
      }
      """#,
      #"""
      screens/_types/REFERS_NOWHERE.json:2:38: error: nothing is known by "#/$defs/bagde"; did you mean #/$defs/badge?
        2 |   "properties": { "badge": { "$ref": "#/$defs/bagde" } },
          |                                      ^
      """#),
    Mistake(
      "_types/REFERS_TO_NO_FILE", #"{ "properties": { "price": { "$ref": "PRISE.json" } } }"#,
      #"""
      screens/_types/REFERS_TO_NO_FILE.json:1:38: error: nothing is known by "PRISE.json"
        1 | { "properties": { "price": { "$ref": "PRISE.json" } } }
          |                                      ^
      """#),
    Mistake(
      "_types/MINIMUM_A_STRING", #"{ "properties": { "size": { "minimum": "1" } } }"#,
      #"""
      screens/_types/MINIMUM_A_STRING.json:1:40: error: expected a number, found a string; write it without quotes: 1
        1 | { "properties": { "size": { "minimum": "1" } } }
          |                                        ^
      """#),
    Mistake(
      "_types/NEGATIVE_LENGTH", #"{ "properties": { "text1": { "maxLength": -1 } } }"#,
      #"""
      screens/_types/NEGATIVE_LENGTH.json:1:43: error: -1 is less than the minimum of 0
        1 | { "properties": { "text1": { "maxLength": -1 } } }
          |                                           ^
      """#),
    Mistake(
      "_types/ENUM_NOT_A_LIST", #"{ "properties": { "style": { "enum": "bold" } } }"#,
      #"""
      screens/_types/ENUM_NOT_A_LIST.json:1:38: error: expected an array, found a string
        1 | { "properties": { "style": { "enum": "bold" } } }
          |                                      ^
      """#),
    Mistake(
      "_types/OLD_DRAFT",
      #"{ "$schema": "http://json-schema.org/draft-04/schema#", "type": "object" }"#,
      #"""
      screens/_types/OLD_DRAFT.json:1:14: error: unknown meta-schema "http://json-schema.org/draft-04/schema"; a view type is a schema of https://json-schema.org/draft/2020-12/schema
        1 | { "$schema": "http://json-schema.org/draft-04/schema#", "type": "object" }
          |              ^
      """#),
    Mistake(
      "_types/WITH_COMMENT",
      #"""
      {
        // Draft
        "type": "object"
      }
      """#,
      #"""
      screens/_types/WITH_COMMENT.json:2:3: error: unexpected "/" where a member name should stand; JSON has no comments
        2 |   // Draft
          |   ^
      """#),
    Mistake(
      "_types/REFERS_TO_ITSELF", ##"{ "$ref": "#" }"##,
      #"""
      screens/_types/REFERS_TO_ITSELF.json:1:11: error: "#" leads back here without end
        1 | { "$ref": "#" }
          |           ^
      """#),
    Mistake(
      "_types/my type", #"{ "type": "object" }"#,
      #"""
      screens/_types/my type.json: error: "my type" cannot be a name; letters, digits, ".", "_" and "-", beginning with a letter
      """#),
    Mistake(
      "_types/2_LINES", #"{ "type": "object" }"#,
      #"""
      screens/_types/2_LINES.json: error: "2_LINES" cannot be a name; letters, digits, ".", "_" and "-", beginning with a letter
      """#),
  ]
}
