import JSONText
import Screens

/// The schema of a wire format: `_formats/NAME.json`.
extension DocumentSchemas {
  static let format = document(
    "Marquee: wire format",
    JSONValue.members(
      [
        "$schema": .text("The address of a schema, for editors; it means nothing to Marquee."),
        "description": .text("What the format is for."),
        "screen": .reference(to: "screenTemplate", "The screen: any JSON, with $name for a value."),
        "section": .reference(to: "sectionTemplate", "One section; needed if the screen has $sections."),
        "item": .reference(to: "itemTemplate", "One item."),
        "values": .members(
          [
            "screen": [
              "description": "The JSON Schema of the values of a screen.", "type": ["object", "boolean"],
            ],
            "section": [
              "description": "The JSON Schema of the values of a section.", "type": ["object", "boolean"],
            ],
          ], "The schemas of values."),
        "viewType": .text(
          "Where the content has the view type, if the item has no $viewType: a JSON Pointer, such as /type.",
          pattern: "^/"),
        "id": .text(
          "Where the content has the id, if the item has no $id: a JSON Pointer, such as /id.", pattern: "^/"),
        "viewTypes": [
          "description": "What view types are called on the wire, by their names.", "type": "object",
          "additionalProperties": ["type": ["string", "number"]],
        ],
        "nesting": .choice(
          ["inline", "flat"],
          "How items inside items are sent: in their place, or as an id there and as an item in the list of all."
        ),
      ], required: ["screen", "item"], "The shape in which screens are sent."
    )
    .with([
      "if": ["properties": ["screen": .reference(to: "usesSections")], "required": ["screen"]],
      "then": ["required": ["section"]],
    ]),
    definitions: [
      "screenTemplate": template("screenTemplate", of: Placeholder.ofScreens),
      "sectionTemplate": template("sectionTemplate", of: Placeholder.ofSections),
      "itemTemplate": template("itemTemplate", of: Placeholder.ofItems),
      "usesSections": [
        "anyOf": [
          ["const": "$sections"], ["type": "array", "contains": .reference(to: "usesSections")],
          [
            "type": "object",
            "not": ["additionalProperties": ["not": .reference(to: "usesSections")]],
          ],
        ]
      ],
    ])

  /// JSON whose strings, and the names of whose members, can be placeholders.
  private static func template(_ name: String, of placeholders: Set<Placeholder>) -> JSONValue {
    let memberName = text(orOneOf: placeholders.intersection(Placeholder.ofNames))
    return [
      "anyOf": [
        text(orOneOf: placeholders), ["type": ["number", "boolean", "null"]],
        ["type": "array", "items": .reference(to: name)],
        [
          "type": "object", "propertyNames": memberName, "additionalProperties": .reference(to: name),
        ],
      ]
    ]
  }

  private static func text(orOneOf placeholders: Set<Placeholder>) -> JSONValue {
    let all = Placeholder.allCases.map(\.rawValue).joined(separator: "|")
    // One dollar sign before the name of a placeholder, or at the beginning, is no text. Two stand for one.
    let literal: JSONValue = [
      "type": "string", "pattern": "^($|[^$]|\\$\\$)",
      "not": ["pattern": .string("(^|[^$])\\$(\(all))([^A-Za-z0-9_]|$)")],
    ]
    guard !placeholders.isEmpty else { return literal }
    let plain = placeholders.subtracting([.item, .page]).map { "$" + $0.rawValue }.sorted()
    var paths: [String] = []
    if placeholders.contains(.values) { paths.append("values(\\.[^.\\s?]+)+") }
    if placeholders.contains(.page) {
      paths.append("page\\.(\(PageValue.allCases.map(\.rawValue).joined(separator: "|")))")
    }
    if placeholders.contains(.item) { paths.append("items?\\.[A-Za-z0-9][A-Za-z0-9._-]*") }
    var choices: [JSONValue] = [["enum": .strings(plain)], literal]
    // A question mark stands for null where the value is absent.
    let names = placeholders == Placeholder.ofNames ? [] : plain.map { String($0.dropFirst()) } + paths
    if !names.isEmpty {
      choices.append(
        ["type": "string", "pattern": .string("^\\$(\(names.joined(separator: "|")))\\??$")])
    }
    return ["anyOf": .array(choices)]
  }
}
