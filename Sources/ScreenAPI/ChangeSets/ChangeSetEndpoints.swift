import AdminModel
import HTTPWire
import JSONText
import Screens

/// Change sets: `/admin/changesets`.
enum ChangeSetEndpoints {
  static let all: [Endpoint] = [
    list, create, get, replace, delete, publish, cancel, rollback, rebase, review,
  ]

  static let list = Endpoint(
    .get, "/admin/changesets", "listChangeSets", .changeSets, "The change sets, by name",
    access: .token(.read), reading: .changeSetViews,
    responses: [
      .json("The change sets", ChangeSetPage.self)
    ], validation: .entityTag
  ) { api, _ in .json(ChangeSetPage(changeSets: api.publisher.changeSets.all.map { ChangeSetSummary($0) })) }

  static let create = Endpoint(
    .post, "/admin/changesets", "createChangeSet", .changeSets,
    "Creates a change set. Under its path, the whole API shows the server with the changes of the set",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .author,
    .body(ChangeSetRequest.schema, "The name, and what the set is for."),
    responses: [.json(201, "The change set", ChangeSetSummary.self, headers: [.location])],
    problems: [.changeSetExists]
  ) { (api, _, author, body) throws(ScreensError) in
    let request = try ChangeSetRequest(body)
    let set = try api.publisher.changeSets.create(
      request.name, message: request.message, lifetime: request.lifetime, by: author)
    var response = HTTPResponse.json(ChangeSetSummary(set), 201)
    response.add("Location", ChangeSetViews.path(of: set.name))
    return response
  }

  static let get = Endpoint(
    .get, "/admin/changesets/{name}", "getChangeSet", .changeSets,
    "Gets a change set: its changes, their impact on releases, and what prevents its publication",
    access: .token(.read), reading: .changeSetViews, .changeSetName,
    responses: [.json("The change set", ChangeSetDetails.self)],
    problems: [.unknownChangeSet, .damagedScreen],
    validation: .entityTag
  ) { (api, _, name) throws(ScreensError) in try api.review(of: name) }

  static let replace = Endpoint(
    .put, "/admin/changesets/{name}/content", "replaceChangeSet", .changeSets,
    "Replaces all changes of a change set, or creates the set. Content equal to the server's is no change",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .changeSetName,
    .flag(
      "keep", "Keeps the set's changes that the body does not name, to send content in several requests."),
    .author, .precondition,
    .body(ChangeSetContent.schema, "The new screens and documents by name."),
    responses: [
      .json("The change set", ChangeSetDetails.self),
      .json(201, "The change set was created", ChangeSetDetails.self),
    ], problems: [.changeSetPublished, .damagedScreen]
  ) { (api, _, name, keepsOthers, author, precondition, body) throws(ScreensError) in
    let content = try ChangeSetContent(body)
    let isNew = try api.publisher.changeSets.replaceChanges(
      of: name, by: content.contents, keepsOthers: keepsOthers, message: content.message,
      lifetime: content.lifetime, author: author, precondition: precondition.onChangeSet)
    var response = try api.review(of: name)
    if isNew { response.status = 201 }
    return response
  }

  static let delete = Endpoint(
    .delete, "/admin/changesets/{name}", "deleteChangeSet", .changeSets,
    "Deletes a change set; what it has published stays", access: .token(.edit), effect: .stores,
    reading: .changeSetViews, .changeSetName, .author, .precondition,
    responses: [.json("The change set was deleted", NamedReference.self)],
    problems: [.unknownChangeSet]
  ) { (api, _, name, author, precondition) throws(ScreensError) in
    try api.publisher.changeSets.delete(name, by: author, precondition: precondition.onChangeSet)
    return .json(NamedReference(name: name))
  }

  static let publish = Endpoint(
    .post, "/admin/changesets/{name}/publish", "publishChangeSet", .changeSets,
    "Publishes a change set, now or at a time: all of it as one revision, or nothing",
    access: .publishing, effect: .stores,
    reading: .changeSetViews, .changeSetName, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .body(PublicationTime.schema, "The time; without a body the set is published now.", isRequired: false),
    responses: [
      .json("The change set is published", PublishedChangeSet.self),
      .json(202, "The change set is scheduled", ScheduledChangeSet.self),
    ],
    problems: [
      .unknownChangeSet, .changeSetPublished, .changeSetConflicts, .invalidChangeSet, .reassignsUnits,
      .damagedScreen,
    ]
  ) { (api, _, name, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
    if let time = try PublicationTime(body).seconds, time > api.publisher.now {
      let schedule = try api.publisher.changeSets.schedule(
        name, at: time, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment, rollout: rollout,
        precondition: precondition.onChangeSet)
      return .json(
        ScheduledChangeSet(name: name, schedule: Schedule(schedule), dryRun: dryRun ? true : nil), 202)
    }
    let outcome = try api.publisher.changeSets.publish(
      name, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment, rollout: rollout,
      precondition: precondition.onChangeSet)
    let estimate = api.estimate(rollout, of: outcome.versions.map(\.route), dryRun: dryRun)
    return .json(
      PublishedChangeSet(outcome, of: name, estimate: estimate, dryRun: dryRun, now: api.publisher.now))
  }

  static let cancel = Endpoint(
    .delete, "/admin/changesets/{name}/publish", "cancelChangeSet", .changeSets,
    "Cancels the schedule of a change set", access: .token(.publish), effect: .stores,
    reading: .changeSetViews, .changeSetName, .author, .precondition,
    responses: [
      .json("Nothing is scheduled", UnscheduledChangeSet.self)
    ], problems: [.unknownChangeSet, .changeSetPublished, .notScheduled]
  ) { (api, _, name, author, precondition) throws(ScreensError) in
    try api.publisher.changeSets.cancelSchedule(of: name, by: author, precondition: precondition.onChangeSet)
    return .json(UnscheduledChangeSet(name: name, schedule: .null))
  }

  static let rollback = Endpoint(
    .post, "/admin/changesets/{name}/rollback", "rollBackChangeSet", .changeSets,
    "Publishes the content from before the change set again, and reopens the set",
    access: .publishing, effect: .stores,
    reading: .changeSetViews, .changeSetName, .dryRun, .allowsReassignment, .author, .precondition,
    responses: [.json("The content from before is published again", PublishedChangeSet.self)],
    problems: [
      .unknownChangeSet, .changeSetOpen, .changeSetBuiltUpon, .invalidChangeSet, .reassignsUnits,
      .damagedScreen, .rolloutRunning,
    ]
  ) { (api, _, name, dryRun, allowsReassignment, author, precondition) throws(ScreensError) in
    let outcome = try api.publisher.changeSets.rollback(
      name, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
      precondition: precondition.onChangeSet)
    return .json(PublishedChangeSet(outcome, of: name, dryRun: dryRun, now: api.publisher.now))
  }

  static let rebase = Endpoint(
    .post, "/admin/changesets/{name}/rebase", "rebaseChangeSet", .changeSets,
    "Merges what was published since the change set began, item by item, where nothing conflicts",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .changeSetName, .dryRun, .author,
    .precondition,
    .body(RebaseRequest.schema, "The side to keep for each subject.", isRequired: false),
    responses: [.json("The merged changes, and the remaining conflicts", RebasedChangeSet.self)],
    problems: [.unknownChangeSet, .changeSetPublished]
  ) { (api, _, name, dryRun, author, precondition, body) throws(ScreensError) in
    let resolutions = try RebaseRequest(body).resolutions
    let (rebased, conflicts) = try api.publisher.changeSets.rebase(
      name, resolving: resolutions, by: author, dryRun: dryRun, precondition: precondition.onChangeSet)
    return .json(
      RebasedChangeSet(
        name: name, rebased: rebased.map(\.path), conflicts: conflicts.map { ChangeSetClash($0) },
        dryRun: dryRun ? true : nil))
  }
}

extension ChangeSetEndpoints {
  static let review = Endpoint(
    .post, "/admin/changesets/{name}/reviews", "reviewChangeSet", .changeSets,
    "Approves a change set, or asks for changes. Replaces the last verdict of the same token",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .changeSetName, .author, .precondition,
    .body(VerdictRequest.schema, "The verdict."),
    responses: [.json("The change set", ChangeSetDetails.self)],
    problems: [.unknownChangeSet, .changeSetPublished, .damagedScreen]
  ) { (api, _, name, author, precondition, body) throws(ScreensError) in
    let request = try VerdictRequest(body)
    return .json(
      ChangeSetDetails(
        try api.publisher.changeSets.judge(
          name, request.decision, message: request.message, by: author,
          precondition: precondition.onChangeSet)))
  }
}

extension ScreenAPI {
  fileprivate func review(of name: String) throws(ScreensError) -> HTTPResponse {
    .json(ChangeSetDetails(try publisher.changeSets.review(of: name)))
  }
}

extension Parameter where Value == ChangeSetViews {
  /// The change sets of the server. A session and a change set have none.
  static var changeSetViews: Self {
    Parameter([], problems: [.notInSession]) { (_, _, api) throws(Problem) in
      guard let views = api.serving.changeSets else {
        throw Problem(.notInSession, "sessions and change sets have no change sets of their own")
      }
      return views
    }
  }
}

extension Parameter where Value == String {
  static var changeSetName: Self {
    path("name", "The name of a change set.", ChangeSetRequest.nameSchema) {
      ChangeSetRequest.isName($0) ? $0 : nil
    }
  }
}
