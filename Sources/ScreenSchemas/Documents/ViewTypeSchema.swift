import JSONText

/// The schema of a view type, which is itself a JSON Schema (2020-12): `_types/NAME.json`.
///
/// The rules are those of the meta-schema, with descriptions.
extension DocumentSchemas {
  static let viewType = document(
    "Marquee: view type",
    [
      "description": "A JSON Schema (2020-12) of the content of a view type.",
      // A schema of draft 2019-09 is accepted as well, without completion.
      "if": ["properties": ["$schema": ["pattern": "2019-09"]], "required": ["$schema"]], "then": true,
      "else": .reference(to: "schema"),
      "properties": [
        "$schema": [
          "type": "string", "pattern": "^https://json-schema\\.org/draft/(2020-12|2019-09)/schema#?$",
          "default": "https://json-schema.org/draft/2020-12/schema",
          "description": "The dialect: https://json-schema.org/draft/2020-12/schema.",
        ]
      ], "type": ["object", "boolean"],
    ],
    definitions: [
      "schema": ["type": ["object", "boolean"], "properties": .object(keywords)],
      "schemaList": ["type": "array", "minItems": 1, "items": .reference(to: "schema")],
      "schemaMap": ["type": "object", "additionalProperties": .reference(to: "schema")],
      "names": ["type": "array", "items": ["type": "string"], "uniqueItems": true],
      "count": ["type": "integer", "minimum": 0],
    ])

  private static let types: JSONValue = [
    "enum": ["array", "boolean", "integer", "null", "number", "object", "string"]
  ]

  private static let keywords: JSONObject = {
    var keywords: JSONObject = [
      "type": [
        "description": "The JSON type of the value, or a list of types.",
        "anyOf": [types, ["type": "array", "items": types, "minItems": 1, "uniqueItems": true]],
      ],
      "enum": ["type": "array", "items": true, "description": "The values that are allowed."],
      "const": ["description": "The one value that is allowed."],
      "default": ["description": "A value that editors propose. Nothing fills it in."],
      "examples": ["type": "array", "items": true, "description": "Values that editors propose."],
      "deprecated": .flag("Whether the value should no longer be used."),
      "readOnly": .flag("Whether only the server sets the value."),
      "writeOnly": .flag("Whether the value is never sent."),
      "pattern": [
        "type": "string", "format": "regex", "description": "A regular expression that a string matches.",
      ],
      "multipleOf": ["type": "number", "exclusiveMinimum": 0, "description": "A divisor of the number."],
      "uniqueItems": .flag("Whether no two elements are equal."),
      "required": .reference(to: "names", "The names of the members that must be there."),
      "patternProperties": [
        "description": "The schemas of members by a regular expression for their names.", "type": "object",
        "additionalProperties": .reference(to: "schema"), "propertyNames": ["format": "regex"],
      ],
      "dependentRequired": [
        "description": "The members that must be there if another one is.", "type": "object",
        "additionalProperties": .reference(to: "names"),
      ],
    ]
    for (names, definition) in groups {
      for (name, description) in names { keywords[name] = .reference(to: definition, description) }
    }
    for (name, description) in texts { keywords[name] = .text(description) }
    for (name, description) in numbers { keywords[name] = .number("number", description) }
    return keywords
  }()

  private static let groups: [(names: [(String, String)], definition: String)] = [
    (
      [
        ("additionalProperties", "The schema of other members; false allows none."),
        ("unevaluatedProperties", "The schema of members that nothing else describes; false allows none."),
        ("unevaluatedItems", "The schema of elements that nothing else describes; false allows none."),
        ("items", "The schema of the elements, or of those after prefixItems."),
        ("contains", "The schema of at least one element."),
        ("propertyNames", "The schema of the names of all members."),
        ("not", "The schema that the value must not match."),
        ("if", "The schema that decides between then and else."),
        ("then", "The schema if the value matches if."),
        ("else", "The schema if the value does not match if."),
        ("contentSchema", "The schema of the decoded string; only a note."),
      ], "schema"
    ),
    (
      [
        ("allOf", "Schemas that the value matches all of."),
        ("anyOf", "Schemas that the value matches at least one of."),
        ("oneOf", "Schemas that the value matches exactly one of."),
        ("prefixItems", "The schemas of the first elements, in order."),
      ], "schemaList"
    ),
    (
      [
        ("properties", "The members and their schemas."), ("$defs", "Schemas for references."),
        ("dependentSchemas", "Schemas that apply if a member is there."),
      ], "schemaMap"
    ),
    (
      [
        ("minLength", "The smallest number of characters."),
        ("maxLength", "The largest number of characters."),
        ("minItems", "The smallest number of elements."), ("maxItems", "The largest number of elements."),
        ("minProperties", "The smallest number of members."),
        ("maxProperties", "The largest number of members."),
        ("minContains", "The smallest number of elements that match contains."),
        ("maxContains", "The largest number of elements that match contains."),
      ], "count"
    ),
  ]

  private static let texts = [
    ("title", "A short name for people."), ("description", "What the value is for; editors show it."),
    ("format", "The format of a string, such as uri or date-time; it is checked."),
    ("$ref", "A reference: #/$defs/NAME, or TYPE.json for another view type."),
    ("$id", "The URI of this schema."), ("$comment", "A note for those who edit the schema."),
    ("$anchor", "A name for references."), ("$dynamicRef", "A reference that schemas can extend."),
    ("$dynamicAnchor", "A name for references that schemas can extend."),
    ("contentEncoding", "The encoding of binary data in a string; only a note."),
    ("contentMediaType", "The media type of a string; only a note."),
  ]

  private static let numbers = [
    ("minimum", "The smallest number."), ("maximum", "The largest number."),
    ("exclusiveMinimum", "A number below all allowed ones."),
    ("exclusiveMaximum", "A number above all allowed ones."),
  ]
}
