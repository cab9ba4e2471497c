import HTTPWire
import JSONText
import Screens

/// Drafts and their schedules: `/admin/screens/{route}/draft` and `…/publish`.
enum DraftEndpoints {
  static let all: [Endpoint] = [list, get, save, delete, publish, cancel]

  static let list = Endpoint(
    .get, "/admin/drafts", "listDrafts", .drafts, "The drafts of all screens, by route",
    access: .token(.read),
    responses: [.json("The drafts", .object(.required("drafts", .array(.draftSummary))))],
    problems: [.storeUnavailable], validation: .entityTag
  ) { (api) throws(ScreensError) in
    let drafts = try api.publisher.drafts.summaries().map { draft -> JSONValue in
      [
        "route": .string(draft.route.name), "baseVersion": .number(JSONNumber(draft.baseVersion)),
        "savedAt": .string(Timestamp.text(draft.savedAt)), "by": .string(draft.by),
        "message": draft.message.map { .string($0) } ?? JSONValue.null,
        "schedule": draft.schedule.map(\.json) ?? JSONValue.null,
      ]
    }
    return .json(["drafts": .array(drafts)])
  }

  static let get = Endpoint(
    .get, "/admin/screens/{route}/draft", "getDraft", .drafts, "Gets the draft with its errors",
    access: .token(.read), reading: .route,
    responses: [.json("The draft", .draft, headers: [.draftTag])], problems: [.noDraft, .storeUnavailable]
  ) { (api, route) throws(ScreensError) in
    let checked = try api.publisher.drafts.draft(of: route)
    let draft = checked.draft
    var object: JSONObject = [
      "definition": draft.definition, "baseVersion": .number(JSONNumber(draft.baseVersion)),
      "errors": checked.diagnostics.json, "schedule": draft.schedule.map(\.json) ?? JSONValue.null,
      "savedAt": .string(Timestamp.text(draft.savedAt)), "by": .string(draft.by),
      "message": draft.message.map { .string($0) } ?? JSONValue.null,
    ]
    checked.warnings.addWarnings(to: &object)
    var response = HTTPResponse.json(.object(object))
    response.add("ETag", "\"\(draft.tag)\"")
    return response
  }

  static let save = Endpoint(
    .put, "/admin/screens/{route}/draft", "saveDraft", .drafts,
    "Saves a definition without publishing it; it may have errors", access: .token(.edit), effect: .stores,
    reading: .routeToChange, .dryRun,
    .integer("baseVersion", "The version that the draft began from; the current one by default.", from: 0),
    .author, .precondition, .body(.definition, "The definition."),
    responses: [
      .json("The draft was changed", .savedDraft, headers: [.draftTag]),
      .json(201, "The draft was created", .savedDraft, headers: [.draftTag]),
    ], problems: [.unknownBase]
  ) { (api, route, dryRun, base, author, precondition, body) throws(ScreensError) in
    let saved = try api.publisher.drafts.save(
      body, of: route, by: author, base: base, dryRun: dryRun, precondition: precondition.allows(tag:))
    var object: JSONObject = [
      "route": .string(route.name), "baseVersion": .number(JSONNumber(saved.draft.baseVersion)),
      "errors": saved.diagnostics.json,
    ]
    saved.warnings.addWarnings(to: &object)
    var response = HTTPResponse.json(object, saved.isNew && !dryRun ? 201 : 200, dryRun: dryRun)
    if !dryRun { response.add("ETag", "\"\(saved.draft.tag)\"") }
    return response
  }

  static let delete = Endpoint(
    .delete, "/admin/screens/{route}/draft", "deleteDraft", .drafts, "Deletes the draft",
    access: .token(.edit), effect: .stores,
    reading: .routeToChange, .dryRun, .author, .precondition,
    responses: [.json("The draft was deleted", .object(.required("route", .string), .dryRun))],
    problems: [.noDraft]
  ) { (api, route, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.drafts.delete(
      of: route, by: author, dryRun: dryRun, precondition: precondition.allows(tag:))
    return .json(["route": .string(route.name)], dryRun: dryRun)
  }

  static let publish = Endpoint(
    .post, "/admin/screens/{route}/publish", "publishDraft", .drafts, "Publishes the draft, now or at a time",
    access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .allowsReassignment, .author, .precondition,
    .body(PublicationTime.schema, "The time; without a body the draft is published now.", isRequired: false),
    responses: .publishedOrCreated + [.json(202, "The draft is scheduled", .scheduled)],
    problems: .publishing + [.noDraft, .draftOutdated, .reassignsUnits, .notInSession]
  ) { (api, route, dryRun, allowsReassignment, author, precondition, body) throws(ScreensError) in
    do throws(ScreensError) {
      if let time = try PublicationTime(body).seconds, time > api.publisher.now {
        guard api.serving.sessions != nil else {
          return Problem(
            .notInSession,
            "sessions and change sets do not run schedules; publish now, or schedule on the server"
          ).response
        }
        let schedule = try api.publisher.drafts.schedule(
          route, at: time, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
          precondition: precondition.allows(anyOf:))
        return .json(["route": .string(route.name), "schedule": schedule.json], 202, dryRun: dryRun)
      }
      let outcome = try api.publisher.drafts.publish(
        of: route, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
        precondition: precondition.allows(anyOf:))
      return api.published(outcome, dryRun: dryRun)
    } catch {
      // If-Match names only the draft, so report the draft's current tag instead of the version's.
      guard case .preconditionFailed = error, precondition.namesDraftsOnly else { throw error }
      throw .draftPreconditionFailed(current: (try? api.publisher.drafts.draft(of: route))?.draft.tag)
    }
  }

  static let cancel = Endpoint(
    .delete, "/admin/screens/{route}/publish", "cancelSchedule", .drafts, "Cancels the schedule of the draft",
    access: .publishing, effect: .stores, reading: .routeToChange, .dryRun, .author, .precondition,
    responses: [
      .json(
        "Nothing is scheduled", .object(.required("route", .string), .required("schedule", .null), .dryRun))
    ], problems: [.noDraft, .notScheduled]
  ) { (api, route, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.drafts.cancelSchedule(
      of: route, by: author, dryRun: dryRun, precondition: precondition.allows(tag:))
    return .json(["route": .string(route.name), "schedule": .null], dryRun: dryRun)
  }
}

// MARK: JSON

extension HeaderDeclaration {
  fileprivate static let draftTag = HeaderDeclaration(
    "ETag", "Names this state of the draft, for If-Match. A dry run has none.")
}

extension Schema {
  fileprivate static let draft = Schema.named(
    "Draft",
    .object(
      .required("definition", .any, "A definition, as it was saved."), .required("baseVersion", .integer),
      .required("errors", .array(.diagnostic)), .warnings, .required("schedule", schedule.orNull),
      .required("savedAt", .time), .required("by", .string), .required("message", .string.orNull)))

  fileprivate static let draftSummary = Schema.named(
    "DraftSummary",
    .object(
      .required("route", .string), .required("baseVersion", .integer), .required("savedAt", .time),
      .required("by", .string), .required("message", .string.orNull),
      .required("schedule", schedule.orNull)))

  fileprivate static let savedDraft = Schema.named(
    "SavedDraft",
    .object(
      .required("route", .string), .required("baseVersion", .integer),
      .required("errors", .array(.diagnostic)), .warnings, .dryRun))

  fileprivate static let scheduled = Schema.named(
    "Scheduled", .object(.required("route", .string), .required("schedule", schedule), .dryRun))
}

extension Diagnostics {
  var json: JSONValue { .array(kept.map(\.json)) }
}

extension Draft.Schedule {
  var json: JSONValue {
    var object: JSONObject = ["at": .string(Timestamp.text(at)), "by": .string(by)]
    if let message { object["message"] = .string(message) }
    if let failure { object["error"] = .string(failure) }
    return .object(object)
  }
}
