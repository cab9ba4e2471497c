import JSONText
import Screens

/// The schema of a preview template: `_previews/TYPE.json`.
extension DocumentSchemas {
  var preview: JSONValue {
    var members = ContentMembers()
    let library = catalogue.schemas.library
    for schema in catalogue.schemas.names.sorted().compactMap({ library.schema(of: $0) }) {
      members.add(schema)
    }
    let paths = members.paths
    let nodes = Self.nodes
    var definitions: JSONObject = [
      "member": [
        "description": "A member of the content: $name, $name.name, or $ for all of it.",
        "anyOf": [["enum": .strings(paths)], ["type": "string", "pattern": .string(Self.memberPattern)]],
      ],
      "value": [
        "description": "A text, or a member of the content; $$ begins a text with a dollar sign.",
        "anyOf": [["enum": .strings(paths)], ["type": "string", "pattern": .string(Self.valuePattern)]],
      ],
      "node": Self.node(nodes, suffix: "", "A node of the template."),
      "inlineNode": Self.node(nodes.filter(\.isInline), suffix: "Inline", "A node within a text."),
    ]
    for node in nodes { definitions[node.name] = node.schema }
    for node in nodes where node.isInline { definitions[node.name + "Inline"] = node.inlineSchema }
    definitions["schemaAddress"] = .text("The address of a schema, for editors; it means nothing to Marquee.")
    for node in nodes { definitions[node.name + "Document"] = node.documentSchema }
    return Self.document(
      "Marquee: preview template",
      Self.node(nodes, suffix: "Document", "How the items of a view type look in previews."),
      definitions: definitions)
  }

  private static let memberPattern = "^\\$([^.$]([^.]*)(\\.[^.]+)*)?$"
  private static let valuePattern = "^($|[^$]|\\$\\$|\\$([^.$][^.]*(\\.[^.]+)*)?$)"

  /// An object that has exactly one of the members that name a kind of node.
  /// - Parameter suffix: the suffix of the names of the kinds' definitions.
  private static func node(
    _ nodes: [PreviewNodeSchema], suffix: String, _ description: String
  ) -> JSONValue {
    var properties = JSONObject()
    for node in nodes { properties[node.name] = ["description": .string(node.description)] }
    return [
      "description": .string(description), "type": "object", "properties": .object(properties),
      "allOf": .array(
        [.exactlyOne(of: nodes.map(\.name))]
          + nodes.map { ["if": ["required": [.string($0.name)]], "then": .reference(to: $0.name + suffix)] }),
    ]
  }
}
