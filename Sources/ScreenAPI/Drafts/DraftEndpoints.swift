import AdminModel
import HTTPWire
import Screens

/// Drafts and their schedules: `/admin/screens/{route}/draft` and `…/publish`.
enum DraftEndpoints {
  static let all: [Endpoint] = [list, get, save, delete, publish, cancel]

  static let list = Endpoint(
    .get, "/admin/drafts", "listDrafts", .drafts, "The drafts of all screens, by route",
    access: .token(.read),
    responses: [.json("The drafts", DraftPage.self)],
    problems: [.storeUnavailable], validation: .entityTag
  ) { (api) throws(ScreensError) in
    .json(DraftPage(drafts: try api.publisher.drafts.summaries().map { DraftPage.Entry($0) }))
  }

  static let get = Endpoint(
    .get, "/admin/screens/{route}/draft", "getDraft", .drafts, "Gets the draft with its errors",
    access: .token(.read), reading: .route,
    responses: [.json("The draft", DraftDetails.self, headers: [.draftTag])],
    problems: [.noDraft, .storeUnavailable]
  ) { (api, route) throws(ScreensError) in
    let checked = try api.publisher.drafts.draft(of: route)
    let draft = checked.draft
    var response = HTTPResponse.json(
      DraftDetails(
        definition: draft.definition, baseVersion: draft.baseVersion, errors: checked.diagnostics.findings,
        schedule: draft.schedule.map { Schedule($0) }, savedAt: Timestamp.text(draft.savedAt),
        by: draft.by, message: draft.message, warnings: checked.warnings.warnings))
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
      .json("The draft was changed", SavedDraft.self, headers: [.draftTag]),
      .json(201, "The draft was created", SavedDraft.self, headers: [.draftTag]),
    ], problems: [.unknownBase]
  ) { (api, route, dryRun, base, author, precondition, body) throws(ScreensError) in
    let saved = try api.publisher.drafts.save(
      body, of: route, by: author, base: base, dryRun: dryRun, precondition: precondition.allows(tag:))
    var response = HTTPResponse.json(
      SavedDraft(
        route: route.name, baseVersion: saved.draft.baseVersion, errors: saved.diagnostics.findings,
        warnings: saved.warnings.warnings, dryRun: dryRun ? true : nil),
      saved.isNew && !dryRun ? 201 : 200)
    if !dryRun { response.add("ETag", "\"\(saved.draft.tag)\"") }
    return response
  }

  static let delete = Endpoint(
    .delete, "/admin/screens/{route}/draft", "deleteDraft", .drafts, "Deletes the draft",
    access: .token(.edit), effect: .stores,
    reading: .routeToChange, .dryRun, .author, .precondition,
    responses: [.json("The draft was deleted", DeletedDraft.self)],
    problems: [.noDraft]
  ) { (api, route, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.drafts.delete(
      of: route, by: author, dryRun: dryRun, precondition: precondition.allows(tag:))
    return .json(DeletedDraft(route: route.name, dryRun: dryRun ? true : nil))
  }

  static let publish = Endpoint(
    .post, "/admin/screens/{route}/publish", "publishDraft", .drafts, "Publishes the draft, now or at a time",
    access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .body(PublicationTime.schema, "The time; without a body the draft is published now.", isRequired: false),
    responses: .publishedOrCreated + [.json(202, "The draft is scheduled", ScheduledDraft.self)],
    problems: .publishing + [.noDraft, .draftOutdated, .reassignsUnits, .notInSession]
  ) { (api, route, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
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
          rollout: rollout, precondition: precondition.allows(anyOf:))
        return .json(
          ScheduledDraft(
            route: route.name, schedule: Schedule(schedule), dryRun: dryRun ? true : nil), 202)
      }
      let outcome = try api.publisher.drafts.publish(
        of: route, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
        rollout: rollout, precondition: precondition.allows(anyOf:))
      return api.published(outcome, rollout, dryRun: dryRun)
    } catch {
      // If-Match names only the draft, so report the draft's current tag instead of the version's.
      guard case .preconditionFailed = error, precondition.namesDraftsOnly else { throw error }
      throw .draftPreconditionFailed(current: (try? api.publisher.drafts.draft(of: route))?.draft.tag)
    }
  }

  static let cancel = Endpoint(
    .delete, "/admin/screens/{route}/publish", "cancelSchedule", .drafts, "Cancels the schedule of the draft",
    access: .publishing, effect: .stores, reading: .routeToChange, .dryRun, .author, .precondition,
    responses: [.json("Nothing is scheduled", UnscheduledDraft.self)], problems: [.noDraft, .notScheduled]
  ) { (api, route, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.drafts.cancelSchedule(
      of: route, by: author, dryRun: dryRun, precondition: precondition.allows(tag:))
    return .json(UnscheduledDraft(route: route.name, dryRun: dryRun ? true : nil))
  }
}

extension HeaderDeclaration {
  fileprivate static let draftTag = HeaderDeclaration(
    "ETag", "Names this state of the draft, for If-Match. A dry run has none.")
}

extension DraftPage.Entry {
  fileprivate init(_ draft: DraftSummary) {
    self.init(
      route: draft.route.name, baseVersion: draft.baseVersion, savedAt: Timestamp.text(draft.savedAt),
      by: draft.by, message: draft.message, schedule: draft.schedule.map { Schedule($0) })
  }
}

extension Schedule {
  init(_ schedule: Draft.Schedule) {
    self.init(
      at: Timestamp.text(schedule.at), by: schedule.by, message: schedule.message,
      rule: schedule.rollout.rule?.json, supersedes: schedule.rollout.endsOpenRollout ? true : nil,
      error: schedule.failure)
  }
}
