import AdminModel
import Screens

// Schemas of definitions and of responses about screens.

extension Schema {
  /// A name of items, sections, experiments and variants.
  static let name = Schema.string(
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: Name.maximumBytes)

  /// A route of one segment: what a path parameter can hold.
  static let routeSegment = Schema.string(
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: Route.maximumBytes
  ).excluding(Route.reservedWords.sorted())

  /// A route, or nothing.
  static let routeOrEmpty = Schema.string(
    pattern: "^([A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*)?$",
    maximumLength: Route.maximumBytes
  ).excluding(Route.reservedWords.sorted())

  /// A condition over attributes, in GrowthBook's language.
  static let condition = Schema.anyObject

  /// A name of view types.
  static let viewTypeName = Schema.string(
    pattern: "^[A-Za-z][A-Za-z0-9._-]*$", maximumLength: Name.maximumBytes)

  static let version = Schema.integer(from: 1)

  static let item = Schema.named(
    "Item",
    .closedObject(
      .optional("id", .name, "The server derives it from the view type if it is missing."),
      .required("viewType", .string),
      .optional("content", .any, "Valid against the schema of the view type."),
      .optional("requires", .condition, "A condition on attributes; the item is shown if it holds."),
      .optional(
        "fallback", .anyOf([.choice(["drop"]), .reference(to: "Item")]),
        "The replacement where an app cannot show the item.")))

  /// What an app gets beside the items.
  private static let values = Schema.anyObject

  private static let section = Schema.named(
    "Section",
    .closedObject(
      .required("id", .name), .optional("header", .string), .optional("footer", .string),
      .optional("values", values),
      .optional("requires", .condition, "A condition on attributes; the section is shown if it holds."),
      .required("items", .array(.item))))

  private static let change = Schema.named(
    "Change",
    .closedObject(
      .required("op", .choice(["move", "insert", "replace", "remove", "merge"])),
      .optional("id", .string, "The item to change; for every op except insert."),
      .optional("before", .string, "Puts the item before this one; for move and insert."),
      .optional("after", .string, "Puts the item after this one; for move and insert."),
      .optional("section", .string, "Inserts the item at the end of this section; for insert."),
      .optional("into", .string, "Puts the item into this one; for move and insert."),
      .optional("at", .pointer, "The place in the content of the item that into names."),
      .optional("first", .boolean, "Whether to put the item at the beginning of that place."),
      .optional("item", .item, "The new item; for insert and replace."),
      .optional("content", .any, "A JSON Merge Patch of the item's content; for merge.")))

  private static let variant = Schema.named(
    "Variant",
    .closedObject(
      .required("key", .name), .optional("weight", .number(from: 0), "Relative to the other variants."),
      .optional("screenName", .string),
      .optional("values", values, "A JSON Merge Patch of the screen's values."),
      .optional("items", .array(.item)), .optional("sections", .array(section)),
      .optional("changes", .array(change)), .optional("order", .array(.string))))

  private static let experiment = Schema.named(
    "Experiment",
    .closedObject(
      .required("key", .name), .required("variants", .array(variant, from: 2)),
      .optional("seed", .string, "Hashed with the unit; the experiment's key by default."),
      .optional("hashVersion", .integer(from: 1, through: 2)),
      .optional("hashAttribute", .string, "The attribute that is the unit; user by default."),
      .optional("coverage", .number(from: 0, through: 1)),
      .optional("namespace", .array(.any), "Id, start and end of the range."),
      .optional("condition", .condition), .optional("force", .map(.string), "Variants by unit."),
      .optional("status", .choice(["running", "stopped"])),
      .optional(
        "events", .array(.any, from: 1),
        "What apps report of its units: names of built-in events, and objects with name and kind.")))

  /// What an author writes.
  static let definition = Schema.named(
    "Definition",
    .closedObject(
      .optional("$schema", .any, "A schema for editors, which the server ignores."),
      .optional("screenName", .string, "The route by default."),
      .optional("format", .string, "The wire format of requests that name none."),
      .optional("values", values, "What an app gets beside the items."),
      .optional("items", .array(.item)), .optional("sections", .array(section), "In place of items."),
      .optional("experiment", experiment), .optional("experiments", .array(experiment)),
      .optional("gate", .choice(Definition.Gate.allCases.map(\.rawValue))), .optional("template", .boolean),
      .optional(
        "pages",
        .closedObject(
          .required("size", .integer(from: Pages.sizes.lowerBound, through: Pages.sizes.upperBound)),
          .optional("parameter", .name, "The query parameter for the cursor; after by default.")))))

  /// A finding in a document.
  static let diagnostic = Schema(Finding.apiType)
}
