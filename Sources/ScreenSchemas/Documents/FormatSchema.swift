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

  /// JSON whose strings can be placeholders.
  private static func template(_ name: String, of placeholders: Set<Placeholder>) -> JSONValue {
    let names = placeholders.map { "$" + $0.rawValue }.sorted()
    return [
      "anyOf": [
        ["enum": .strings(names)],
        // A string that begins with one dollar sign is a placeholder, with two a text.
        ["type": "string", "pattern": "^($|[^$]|\\$\\$)"], ["type": ["number", "boolean", "null"]],
        ["type": "array", "items": .reference(to: name)],
        ["type": "object", "additionalProperties": .reference(to: name)],
      ]
    ]
  }
}
