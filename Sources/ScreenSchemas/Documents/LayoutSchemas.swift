import Assignment
import JSONText
import Screens

/// The definitions that describe items, sections and changes of both definitions and scenarios.
///
/// Strings of a screen with `"template": true` are templates, whose text an editor does not know. So every definition
/// that contains content exists twice: a strict one, and one for templates, whose name ends in ``templateSuffix``.
struct LayoutSchemas {
  let catalogue: Catalogue
  private(set) var definitions = JSONObject()

  static let templateSuffix = "Template"
  /// The grammar of ``Name``.
  static let namePattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$"

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    definitions["name"] = [
      "type": "string", "pattern": .string(Self.namePattern),
      "maxLength": .number(JSONNumber(Name.maximumBytes)),
    ]
    for (name, schema) in ConditionSchema.definitions(groups: catalogue.groups.names) {
      definitions[name] = schema
    }
    for isTemplate in [false, true] {
      let suffix = isTemplate ? Self.templateSuffix : ""
      var translation = ViewTypeTranslation(
        catalogue.schemas, suffix: suffix, allowsTemplates: isTemplate)
      let names = catalogue.viewTypes.keys.sorted()
      let contents = names.map { translation.reference(to: $0) }
      definitions["item" + suffix] = item(names, contents, suffix)
      definitions["section" + suffix] = Self.section(suffix)
      definitions["change" + suffix] = Self.change(suffix)
      for member in translation.finished() { definitions[member.name] = member.value }
    }
  }

  private func item(_ names: [String], _ contents: [JSONValue], _ suffix: String) -> JSONValue {
    let schemas = names.map { catalogue.viewTypes[$0]?.schema }
    let viewType: JSONValue = [
      "description": "The view type of the item.", "type": "string", "enum": .strings(names),
      "enumDescriptions": .strings(schemas.map { Self.description(of: $0) }),
    ]
    let item = JSONValue.members(
      [
        "id": .reference(
          to: "name", "The item's id, unique in the screen. Left out, it becomes VIEWTYPE-n."),
        "viewType": viewType,
        "content": ["description": "The content, as the schema of the view type describes it."],
        "requires": .reference(
          to: "condition", "The item is shown only to requests whose attributes meet this condition."),
        "fallback": [
          "description": "What an app gets that cannot show the item: another item, or \"drop\" for none.",
          "anyOf": [["const": "drop"], .reference(to: "item" + suffix)],
        ],
      ], required: ["viewType"], "One cell of the screen.")
    return item.with([
      "allOf": .array(
        zip(names, contents).map { name, content in
          var then: JSONObject = ["properties": ["content": content]]
          // An item without `content` has an empty object as its content.
          if catalogue.viewTypes[name]?.accepts(.object([:])) == false { then["required"] = ["content"] }
          return .when("viewType", is: .string(name), then: .object(then))
        })
    ])
  }

  /// The title and description of a view type.
  private static func description(of schema: JSONValue?) -> String {
    [schema?["title"]?.stringValue, schema?["description"]?.stringValue].compactMap(\.self)
      .joined(separator: ": ")
  }

  private static func section(_ suffix: String) -> JSONValue {
    .members(
      [
        "id": .reference(to: "name", "The section's id, unique in the screen."),
        "header": .text("The text above the section."), "footer": .text("The text below the section."),
        "values": Self.values("What an app gets beside the items of the section."),
        "requires": .reference(
          to: "condition", "The section is shown only to requests whose attributes meet this condition."),
        "items": .list(of: .reference(to: "item" + suffix), "The items, in their order."),
      ], required: ["id", "items"], "Consecutive items with an optional header and footer.")
  }

  private static func values(_ description: String) -> JSONValue {
    ["description": .string(description), "type": "object"]
  }

  private static func change(_ suffix: String) -> JSONValue {
    let id = JSONValue.text("The id of the item to change.")
    let before = JSONValue.text("The id of the item to put it in front of.")
    let after = JSONValue.text("The id of the item to put it behind.")
    let section = JSONValue.text("The id of the section to put it at the end of.")
    let into = JSONValue.text("The id of the item to put it into.")
    let at = JSONValue.text("The place in the content of that item: a JSON Pointer, such as /children.")
    let first = JSONValue.flag("Whether to put it at the beginning of that place; by default at the end.")
    let item = JSONValue.reference(to: "item" + suffix)
    let places: [String: JSONValue] = [
      "move": .exactlyOne(of: ["before", "after", "into"]).with(Self.intoRules),
      "insert": .exactlyOne(of: ["before", "after", "section", "into"]).with(Self.intoRules),
    ]
    let operations: [(name: String, members: JSONObject, required: [String])] = [
      (
        "move", ["id": id, "before": before, "after": after, "into": into, "at": at, "first": first], ["id"]
      ),
      (
        "insert",
        [
          "item": item, "before": before, "after": after, "section": section, "into": into, "at": at,
          "first": first,
        ], ["item"]
      ),
      ("replace", ["id": id, "item": item], ["id", "item"]),
      ("remove", ["id": id], ["id"]),
      (
        "merge",
        ["id": id, "content": ["description": "A JSON Merge Patch (RFC 7396) of the item's content."]],
        ["id", "content"]
      ),
    ]
    return [
      "description": "One change of an item.", "type": "object", "required": ["op"],
      "properties": ["op": .choice(operations.map(\.name), "The kind of change.")],
      "allOf": .array(
        operations.map { operation in
          var members: JSONObject = ["op": true]
          for member in operation.members { members[member.name] = member.value }
          let then = JSONValue.members(members, required: operation.required)
          let place = places[operation.name]?.objectValue ?? [:]
          return .when("op", is: .string(operation.name), then: then.with(place))
        }),
    ]
  }

  /// `into` and `at` belong together, and `first` goes with them.
  private static let intoRules: JSONObject = [
    "dependencies": [
      "into": ["required": ["at"]], "at": ["required": ["into"]], "first": ["required": ["into"]],
    ]
  ]

  /// The members of a layout or of its edit.
  static func members(_ names: [String], suffix: String) -> JSONObject {
    var members = JSONObject()
    for name in names {
      members[name] =
        switch name {
        case "screenName": .text("The name of the screen; by default that of the definition.")
        case "values": Self.values("A JSON Merge Patch (RFC 7396) of the screen's values.")
        case "items":
          .list(of: .reference(to: "item" + suffix), "The items, in their order: one section without a name.")
        case "sections": .list(of: .reference(to: "section" + suffix), "The sections, in their order.")
        case "changes":
          .list(of: .reference(to: "change" + suffix), "Changes of single items, one after another.")
        default:
          .list(of: ["type": "string"], "The ids of all items, in their new order.")
            .with(["uniqueItems": true])
        }
    }
    return members
  }

  /// The pairs of ``editNames`` that exclude each other.
  static let editRules: [JSONValue] = [
    .notBoth("items", "sections"), .notBoth("items", "changes"), .notBoth("items", "order"),
    .notBoth("sections", "changes"), .notBoth("sections", "order"),
  ]
  static let editNames = ["screenName", "values", "items", "sections", "changes", "order"]
}
