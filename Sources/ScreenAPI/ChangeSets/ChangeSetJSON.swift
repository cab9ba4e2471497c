import AdminModel
import JSONText
import SchemaCompatibility
import Screens

extension Schema {
  private static let items = Schema.array(.string.orNull)
  private static let effect = Schema.choice(["created", "updated", "deleted", "unchanged"])
  private static let subject = Schema.string

  private static let members: [Member] = [
    .required("name", ChangeSetRequest.nameSchema),
    .required("path", .string, "The prefix of all paths in the change set."),
    .required("message", .string.orNull), .required("by", .string), .required("createdAt", .time),
    .required("baseRevision", .integer, "The server's revision when the set was created."),
    .required("expiresAt", .time.orNull, "When the server deletes the set."),
    .required("state", .choice(["open", "published"])), .required("schedule", schedule.orNull),
    .required("publishedAt", .time.orNull), .required("publishedBy", .string.orNull),
    .required("changes", .array(subject), "The paths of what it changes, such as screens/home."),
    .required("drafts", .array(.string), "Routes of drafts in the set, which are not published with it."),
  ]

  private static let schedule = Schema(Schedule.apiType)

  static let changeSetSummary = Schema.named("ChangeSetSummary", .object(members))

  private static let difference = Schema.named(
    "ChangeSetDifference", .object(Schema.differenceMembers))

  static let changeSetConflict = Schema.named(
    "ChangeSetConflict",
    .object(
      .required("subject", subject), .required("base", .integer), .required("current", .integer),
      .required("ours", difference), .required("theirs", difference),
      .required("conflicts", .array(.string), "The items and members that both sides changed.")))

  static let changeSetProblem = Schema.named(
    "ChangeSetProblem",
    .object(.required("subject", subject), .required("errors", .array(.diagnostic))))

  static let changeSet = Schema.named(
    "ChangeSet",
    .object(
      members + [
        .required(
          "serial", .integer, "The number of the set's last change. Each write of the set makes a new one."),
        .required(
          "screens",
          .array(
            .named(
              "ChangedScreen",
              .object(
                .required("route", .string), .required("effect", effect),
                .required("current", .integer, "The published version; 0 for none."),
                .required("difference", difference), .optional("impact", .array(.anyObject)),
                .optional("impactCount", .integer),
                .optional("reassignments", .array(.anyObject)), .warnings)))),
        .required(
          "documents",
          .array(
            .named(
              "ChangedDocument",
              .object(
                .required("subject", subject), .required("effect", effect),
                .optional("compatibility", .array(.anyObject)))))),
        .required("conflicts", .array(changeSetConflict)),
        .required("problems", .array(changeSetProblem)),
        .required("isPublishable", .boolean),
      ]))

  static let publishedChangeSet = Schema.named(
    "PublishedChangeSet",
    .object(
      .required("name", .string), .required("revision", .integer),
      .required(
        "screens",
        .array(.object(.required("route", .string), .required("version", .integer)))),
      .required("documents", .array(subject)), .dryRun))

  static let scheduledChangeSet = Schema.named(
    "ScheduledChangeSet", .object(.required("name", .string), .required("schedule", schedule), .dryRun))

  static let rebasedChangeSet = Schema.named(
    "RebasedChangeSet",
    .object(
      .required("name", .string), .required("rebased", .array(subject)),
      .required("conflicts", .array(changeSetConflict)), .dryRun))
}

extension ChangeSet {
  var summary: JSONObject {
    [
      "name": .string(name), "path": .string(ChangeSetViews.path(of: name)),
      "message": message.map { .string($0) } ?? .null, "by": .string(by),
      "createdAt": .string(Timestamp.text(createdAt)), "baseRevision": .number(JSONNumber(baseRevision)),
      "expiresAt": expiresAt.map { .string(Timestamp.text($0)) } ?? .null,
      "state": .string(isOpen ? "open" : "published"), "schedule": schedule.map { Schedule($0) }.jsonValue,
      "publishedAt": publication.map { .string(Timestamp.text($0.at)) } ?? .null,
      "publishedBy": publication.map { .string($0.by) } ?? .null,
      "changes": .array(publishableChanges.map { .string($0.subject.path) }),
      "drafts": .array(drafts.map { .string($0.name) }),
    ]
  }
}

extension ChangeSetReview {
  /// The set's summary, with the effects of publishing it.
  var json: JSONValue {
    var object = set.summary
    object["serial"] = .number(JSONNumber(set.serial))
    object["screens"] = .array(plan.screens.map(\.json))
    object["documents"] = .array(plan.documents.map(\.json))
    object["conflicts"] = .array(set.isOpen ? conflicts.map(\.json) : [])
    object["problems"] = .array(set.isOpen ? plan.problems.map(\.json) : [])
    object["isPublishable"] = .bool(set.isOpen && conflicts.isEmpty && plan.problems.isEmpty)
    return .object(object)
  }
}

extension ChangeSetPlan.Screen {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "route": .string(route.name), "effect": .string(effect.rawValue),
      "current": .number(JSONNumber(current)), "difference": .object(difference.json),
    ]
    PublicationEffects(impact, reassignments, warnings).addMembers(to: &object)
    return .object(object)
  }
}

extension ChangeSetPlan.Document {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["subject": .string(subject.path), "effect": .string(effect.rawValue)]
    if !compatibility.isEmpty { object["compatibility"] = .array(compatibility.map { $0.json() }) }
    return .object(object)
  }
}

extension ChangeSetPlan.Problem {
  var json: JSONValue { ["subject": .string(subject.path), "errors": diagnostics.findings.jsonValue] }
}

extension ChangeSetConflict {
  var json: JSONValue {
    [
      "subject": .string(subject.path), "base": .number(JSONNumber(base)),
      "current": .number(JSONNumber(current)), "ours": .object(ours.json), "theirs": .object(theirs.json),
      "conflicts": .array(places.map { .string($0) }),
    ]
  }
}

extension ChangeSetOutcome {
  func json(of name: String) -> JSONObject {
    [
      "name": .string(name), "revision": .number(JSONNumber(revision)),
      "screens": .array(
        versions.map { ["route": .string($0.route.name), "version": .number(JSONNumber($0.version))] }),
      "documents": .array(
        plan.documents.filter { $0.effect != .unchanged }.map { .string($0.subject.path) }),
    ]
  }
}
