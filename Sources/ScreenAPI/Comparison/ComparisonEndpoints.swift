import HTTPWire
import JSONText
import Screens

/// Differences and merges of definitions that need not be stored: `/admin/diff` and `/admin/merge`.
enum ComparisonEndpoints {
  static let all: [Endpoint] = [compare, merge]

  static let compare = Endpoint(
    .post, "/admin/diff", "compareDefinitions", .history,
    "Compares two definitions, saved or not, by item and with the values of both", access: .token(.read),
    effect: .computes,
    reading: .body(ComparisonRequest.schema, "The definitions."),
    responses: [.json("The difference", .comparison)]
  ) { (api, body) throws(ScreensError) in
    let request = try ComparisonRequest(body)
    return .json(api.publisher.definitions.comparison(from: request.from, to: request.to).json)
  }

  static let merge = Endpoint(
    .post, "/admin/merge", "mergeDefinitions", .drafts,
    "Merges two changes of a definition, saved or not, and says what both sides changed in different ways",
    access: .token(.read), effect: .computes,
    reading: .body(MergeRequest.schema, "The definitions, and what was decided."),
    responses: [.json("The merge", .merge)]
  ) { (api, body) throws(ScreensError) in
    let request = try MergeRequest(body)
    let outcome = api.publisher.definitions.merge(
      base: request.base, ours: request.ours, theirs: request.theirs, at: request.route,
      choices: request.choices)
    var object: JSONObject = [
      "changes": .array(
        outcome.changes.map { ["place": .string($0.place), "effect": .string($0.effect.rawValue)] }),
      "ours": outcome.ours.json, "theirs": outcome.theirs.json,
    ]
    if let merged = outcome.merged { object["merged"] = merged }
    return .json(.object(object))
  }
}

extension Schema {
  private static let memberChanges = Schema.array(
    .named(
      "MemberChange",
      .object(
        .required("path", .string, "A JSON Pointer."),
        .required(
          "names", .array(.string), "The path with keys and ids of elements in place of their indices."),
        .optional("old", .any), .optional("new", .any))))

  private static let onlyOnOneSide = Schema.array(
    .named(
      "ComparedItem",
      .object(placeMembers + [.required("item", .any, "The item, without those inside it.")])))

  fileprivate static let comparison = Schema.named(
    "Comparison",
    .object(
      .required("added", onlyOnOneSide), .required("removed", onlyOnOneSide),
      .required(
        "moved",
        .array(
          .object(
            .required("id", .string), .required("viewType", .string), .required("from", place),
            .required("to", place)))),
      .required(
        "changed",
        .array(
          .object(
            .required("id", .string), .required("viewType", .string), .required("members", memberChanges)))),
      .required(
        "sections",
        .array(
          .object(
            .required("id", .string),
            .required("effect", .choice(DefinitionComparison.SectionChange.Effect.allCases.map(\.rawValue))),
            .required("members", memberChanges)))),
      .optional(
        "sectionOrder", .array(.string), "The ids of the sections, if those that stay have another order."),
      .required("other", memberChanges)))

  fileprivate static let merge = Schema.named(
    "MergedDefinition",
    .object(
      .required(
        "changes",
        .array(
          .object(
            .required("place", .string, "The id of an item, or the JSON Pointer of another member."),
            .required(
              "effect", .choice(DefinitionMerge.Effect.allCases.map(\.rawValue)),
              "Who has changed it: one side, both in the same way, both without a conflict, or both with one."
            )))),
      .required("ours", comparison), .required("theirs", comparison),
      .optional("merged", .any, "The definition with both changes; absent while a conflict is not decided.")))
}
