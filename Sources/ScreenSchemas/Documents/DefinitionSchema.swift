import JSONText
import Screens

/// The schema of a definition: `ROUTE.json`.
extension DocumentSchemas {
  var definition: JSONValue {
    let layouts = LayoutSchemas(catalogue)
    var definitions = layouts.definitions
    for suffix in ["", LayoutSchemas.templateSuffix] {
      definitions["experiment" + suffix] = ExperimentSchema.experiment(suffix)
      definitions["variant" + suffix] = ExperimentSchema.variant(suffix)
    }
    let formats = catalogue.formats.keys.sorted()
    let schema = JSONValue.members(
      [
        "$schema": .text("The address of a schema, for editors; it means nothing to Marquee."),
        "screenName": .text("The name of the screen; by default its route."),
        "format": .choice(
          formats,
          "The wire format for requests that name none; by default \(Definition.defaultFormat)."
        )
        .with([
          "enumDescriptions": .strings(formats.map { catalogue.formats[$0]?.description ?? "" })
        ]),
        "values": ["type": "object", "description": "What an app gets beside the items."],
        "items": ["type": "array", "description": "The items, in their order: one section without a name."],
        "sections": ["type": "array", "description": "The sections, in their order."],
        "experiment": ["type": "object", "description": "The experiment on this screen."],
        "experiments": [
          "type": "array",
          "description": "Several experiments on this screen; their variants are combined.",
        ],
        "gate": .choice(
          Definition.Gate.allCases.map(\.rawValue),
          "Whether to publish the screen when a supported app release would drop one of its items."),
        "pages": JSONValue.members(
          [
            "size": [
              "type": "integer", "minimum": .number(JSONNumber(Pages.sizes.lowerBound)),
              "maximum": .number(JSONNumber(Pages.sizes.upperBound)),
              "description": "The number of items of a page, without those inside others.",
            ],
            "parameter": [
              "type": "string", "pattern": .string(LayoutSchemas.namePattern),
              "not": ["enum": .strings(Pages.otherParameters)],
              "description": .string(
                "The query parameter for the cursor; by default \(Pages.defaultParameter)."),
            ],
          ], required: ["size"], "How the screen is divided into pages."),
        "template": .flag("Whether strings of the content are templates: {{user}}, {{now}}, …"),
      ], required: formats.contains(Definition.defaultFormat) ? [] : ["format"],
      "What an author writes for a screen.")
    return Self.document(
      "Marquee: definition of a screen",
      schema.with([
        "allOf": [
          .exactlyOne(of: ["items", "sections"]), .notBoth("experiment", "experiments"),
          [
            "if": ["properties": ["template": ["const": true]], "required": ["template"]],
            "then": Self.contentMembers(LayoutSchemas.templateSuffix), "else": Self.contentMembers(""),
          ],
        ]
      ]), definitions: definitions)
  }

  /// The members whose schemas depend on whether strings are templates.
  private static func contentMembers(_ suffix: String) -> JSONValue {
    var members = LayoutSchemas.members(["items", "sections"], suffix: suffix)
    members["experiment"] = .reference(to: "experiment" + suffix)
    members["experiments"] = .list(
      of: .reference(to: "experiment" + suffix),
      "Several experiments on this screen; their variants are combined.")
    return ["properties": .object(members)]
  }
}
