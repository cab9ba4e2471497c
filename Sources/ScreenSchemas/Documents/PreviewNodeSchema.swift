import JSONText
import Screens

/// The schema of one kind of node of a preview template.
struct PreviewNodeSchema {
  let name: String
  let description: String
  /// Whether the node can be within a text.
  let isInline: Bool
  let required: [String]
  private let members: @Sendable (_ node: String) -> JSONObject

  private init(
    _ name: String, _ description: String, isInline: Bool = true, required: [String] = [],
    members: @escaping @Sendable (_ node: String) -> JSONObject
  ) {
    self.name = name
    self.description = description
    self.isInline = isInline
    self.required = required
    self.members = members
  }

  var schema: JSONValue { schema(node: "node", others: [:]) }
  var inlineSchema: JSONValue { schema(node: "inlineNode", others: [:]) }
  var documentSchema: JSONValue {
    schema(node: "node", others: ["$schema": .reference(to: "schemaAddress")])
  }

  private func schema(node: String, others: JSONObject) -> JSONValue {
    let schema = JSONValue.members(
      members(node).merged(with: others), required: [name] + required, description)
    // A choice that does nothing is a mistake.
    guard name == "when" else { return schema }
    return schema.with(["anyOf": [["required": ["then"]], ["required": ["else"]]]])
  }

  static let all: [PreviewNodeSchema] = [
    stack("column", "Nodes below each other."), stack("row", "Nodes side by side."),
    PreviewNodeSchema("text", "A text, or a list of texts and images in a line.") { _ in
      [
        "text": [
          "description": "The text, a member of the content, or a list of nodes in a line.",
          "anyOf": [.reference(to: "value"), ["type": "array", "items": .reference(to: "inlineNode")]],
        ],
        "style": .choice(PreviewToken.textStyles, "The text style (UIFont.TextStyle)."),
        "weight": .choice(PreviewToken.weights, "The weight of the font."),
        "align": .choice(PreviewToken.textAlignments, "The alignment of the lines."),
        "color": token(PreviewToken.colors, "The colour of the text."),
        "background": token(PreviewToken.colors, "The colour behind the text."),
        "size": size(PreviewToken.textSizes, "The size of the font, in points."),
        "decoration": token(PreviewToken.decorations, "How the text is set."),
        "lines": .number(
          "integer", from: PreviewToken.lines.lowerBound, to: PreviewToken.lines.upperBound,
          "The number of lines before the text is cut."),
      ]
    },
    PreviewNodeSchema("image", "An image.") { _ in
      [
        "image": .reference(to: "value", "The address of the image."),
        "width": size(PreviewToken.imageSizes, "The width, in points."),
        "height": size(PreviewToken.imageSizes, "The height, in points."),
        "aspect": .choice(PreviewToken.aspects, "The ratio of the sides."),
        "shape": .choice(PreviewToken.shapes, "The shape of the image."),
        "fit": .choice(PreviewToken.fits, "How the image fills its space."),
      ]
    },
    PreviewNodeSchema("badge", "A small mark with a text.") { _ in
      [
        "badge": .reference(to: "value", "The text of the badge."),
        "icon": .reference(to: "value", "The address of the image in front of the text."),
        "color": token(PreviewToken.colors, "The colour of the badge."),
      ]
    },
    PreviewNodeSchema("divider", "A line.", isInline: false) { _ in
      ["divider": ["const": true, "description": "A line."]]
    },
    PreviewNodeSchema("each", "A node for each element of a list.", required: ["node"]) { node in
      [
        "each": .reference(to: "member", "The list: a member of the content."),
        "node": .reference(to: node, "The node of one element, whose members are those of the element."),
      ]
    },
    PreviewNodeSchema("items", "The items at a place of the content.", isInline: false) { _ in
      ["items": .reference(to: "member", "The place: a member of the content that holds items.")]
    },
    PreviewNodeSchema("when", "A choice between two nodes.") { node in
      [
        "when": .reference(to: "member", "The member that decides."),
        "is": [
          "description": "The value that the member is to have; left out, it is to be there and not empty."
        ],
        "then": .reference(to: node, "The node if it is so."),
        "else": .reference(to: node, "The node if not."),
      ]
    },
  ]

  private static func stack(_ name: String, _ description: String) -> PreviewNodeSchema {
    PreviewNodeSchema(name, description, isInline: false) { _ in
      [
        name: .list(of: .reference(to: "node"), description),
        "gap": .choice(PreviewToken.spaces, "The space between the nodes."),
        "padding": .choice(PreviewToken.spaces, "The space around them."),
        "align": .choice(PreviewToken.alignments, "The alignment across the direction."),
        "justify": .choice(PreviewToken.distributions, "The distribution along the direction."),
        "shape": .choice(PreviewToken.shapes, "The shape of the background."),
        "background": token(PreviewToken.colors, "The colour of the background."),
        "wrap": .flag("Whether a row continues below when it is full."),
        "grow": .flag("Whether it takes the space that its siblings leave."),
      ]
    }
  }

  /// A style token, or a member whose value is one.
  private static func token(_ tokens: [String], _ description: String) -> JSONValue {
    ["description": .string(description), "anyOf": [["enum": .strings(tokens)], .reference(to: "member")]]
  }

  /// A number of points, or a member whose value is one.
  private static func size(_ range: ClosedRange<Int>, _ description: String) -> JSONValue {
    [
      "description": .string(description),
      "anyOf": [
        .number("integer", from: range.lowerBound, to: range.upperBound, description),
        .reference(to: "member"),
      ],
    ]
  }
}

extension DocumentSchemas {
  static let nodes = PreviewNodeSchema.all
}

extension JSONObject {
  fileprivate func merged(with other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.name] = $1.value }
  }
}
