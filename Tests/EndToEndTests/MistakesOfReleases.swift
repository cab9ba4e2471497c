extension Mistake {
  /// Files of releases. Each is read by itself.
  static let releases: [Mistake] = [
    Mistake(
      "releases-is-a-list", #"[ "ios/1.0" ]"#,
      #"""
      releases.json:1:1: error: releases are an object of names and manifests, not an array
        1 | [ "ios/1.0" ]
          | ^
      """#),
    Mistake(
      "release-without-version", #"{ "ios": { "viewTypes": [] } }"#,
      #"""
      releases.json:1:3: error: "ios" names no release; PLATFORM/VERSION, such as ios/1.3.0
        1 | { "ios": { "viewTypes": [] } }
          |   ^
      """#),
    Mistake(
      "release-is-a-list", #"{ "ios/1.0": [ "ONE_LINE_TEXT" ] }"#,
      #"""
      releases.json:1:14: error: a release is an object, not an array
        1 | { "ios/1.0": [ "ONE_LINE_TEXT" ] }
          |              ^
      """#),
    Mistake(
      "release-without-view-types", #"{ "ios/1.0": { "supported": true } }"#,
      #"""
      releases.json:1:14: error: a release needs the member "viewTypes"
        1 | { "ios/1.0": { "supported": true } }
          |              ^
      """#),
    Mistake(
      "release-member-misspelt", #"{ "ios/1.0": { "viewtypes": [] } }"#,
      #"""
      releases.json:1:14: error: a release needs the member "viewTypes"
        1 | { "ios/1.0": { "viewtypes": [] } }
          |              ^
      releases.json:1:16: error: a release has no member "viewtypes"; did you mean viewTypes?
        1 | { "ios/1.0": { "viewtypes": [] } }
          |                ^
      """#),
    Mistake(
      "supported-is-a-string", #"{ "ios/1.0": { "viewTypes": [], "supported": "yes" } }"#,
      #"""
      releases.json:1:46: error: "supported" is true or false, not a string
        1 | { "ios/1.0": { "viewTypes": [], "supported": "yes" } }
          |                                              ^
      """#),
    Mistake(
      "view-type-is-a-number", #"{ "ios/1.0": { "viewTypes": [ 1 ] } }"#,
      #"""
      releases.json:1:31: error: a view type of a release is a name, or a name and a schema, not a number
        1 | { "ios/1.0": { "viewTypes": [ 1 ] } }
          |                               ^
      """#),
    Mistake(
      "view-type-with-a-space", #"{ "ios/1.0": { "viewTypes": [ "ONE LINE" ] } }"#,
      #"""
      releases.json:1:31: error: "ONE LINE" cannot be the name of a view type; letters, digits, ".", "_" and "-", beginning with a letter
        1 | { "ios/1.0": { "viewTypes": [ "ONE LINE" ] } }
          |                               ^
      """#),
    Mistake(
      "view-type-twice", #"{ "ios/1.0": { "viewTypes": [ "A", "A" ] } }"#,
      #"""
      releases.json:1:36: error: the view type "A" is repeated
        1 | { "ios/1.0": { "viewTypes": [ "A", "A" ] } }
          |                                    ^
      """#),
    Mistake(
      "view-type-with-bad-schema",
      #"{ "ios/1.0": { "viewTypes": [ { "name": "A", "schema": { "type": "sting" } } ] } }"#,
      #"""
      releases.json:1:66: error: expected "array", "boolean", "integer", "null", "number", "object" or "string"; did you mean string?
        1 | { "ios/1.0": { "viewTypes": [ { "name": "A", "schema": { "type": "sting" } } ] } }
          |                                                                  ^
      """#),
    Mistake(
      "comma-missing",
      #"""
      {
        "ios/1.0": { "viewTypes": [] }
        "ios/1.1": { "viewTypes": [] }
      }
      """#,
      #"""
      releases.json:3:3: error: a comma is missing before this member; end the one before with ","
        3 |   "ios/1.1": { "viewTypes": [] }
          |   ^
      """#),
  ]
}
