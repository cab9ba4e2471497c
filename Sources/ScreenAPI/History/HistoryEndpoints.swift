import AdminModel
import HTTPWire
import JSONText
import Screens

/// Versions of screens, their differences, and the audit log.
enum HistoryEndpoints {
  static let all: [Endpoint] = [versions, rollback, difference, audit]

  static let versions = Endpoint(
    .get, "/admin/screens/{route}/versions", "listVersions", .history, "The versions, newest first",
    access: .token(.read), reading: .route, .before, .limit,
    responses: [.json("A page of the versions", VersionPage.self)],
    problems: [.unknownScreen, .storeUnavailable], validation: .entityTag
  ) { (api, route, before, limit) throws(ScreensError) in
    let versions = try api.publisher.screens.versions(of: route, before: before, limit: limit)
    return .json(VersionPage(versions: versions.map { VersionPage.Version($0) }))
  }

  static let rollback = Endpoint(
    .post, "/admin/screens/{route}/rollback", "rollBack", .history,
    "Publishes the content of an earlier version again", access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .body(RollbackRequest.schema, "The version."),
    responses: .published, problems: .publishing + [.unknownScreen, .unknownVersion, .reassignsUnits]
  ) { (api, route, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
    let number = try RollbackRequest(body).version
    let outcome = try api.publisher.screens.rollback(
      route, to: number, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
      rollout: rollout, precondition: precondition.allows)
    return api.published(outcome, rollout, dryRun: dryRun, createdStatus: 200)
  }

  static let difference = Endpoint(
    .get, "/admin/screens/{route}/diff", "compareVersions", .history,
    "Compares two versions, by item and as JSON Patch", access: .token(.read),
    reading: .route, .versionName("from", "The old side; the version before the new side by default."),
    .versionName("to", "The new side; the current version by default."),
    responses: [.json("The difference", VersionDifference.self)],
    problems: .existingScreen + [.unknownVersion, .noDraft]
  ) { (api, route, from, to) throws(ScreensError) in try api.difference(of: route, from: from, to: to) }

  static let audit = Endpoint(
    .get, "/admin/audit", "listAudit", .history, "Lists the changes with their authors, newest first",
    access: .token(.read), reading: .before, .limit,
    responses: [.json("A page of the audit", AuditPage.self)], problems: [.storeUnavailable],
    validation: .entityTag
  ) { (api, before, limit) throws(ScreensError) in
    let entries = try api.publisher.audit.entries(before: before, limit: limit)
    return .json(AuditPage(entries: entries.map { AuditPage.Entry($0) }))
  }
}

extension Parameter where Value == VersionName? {
  /// A version of a screen, or its draft.
  fileprivate static func versionName(_ name: String, _ description: String) -> Self {
    query(
      name, description + " 0 is the empty screen before version 1.",
      .anyOf([.integer(from: 0), .choice(["draft"])])
    ) { (text) throws(Problem) in
      guard let text else { return nil }
      if text == "draft" { return .draft }
      guard let number = Int(text), number >= 0, String(number) == text else {
        throw .badParameter(
          name,
          "\(quoted(name)) must be the number of a version, 0 (the empty screen before version 1), or draft")
      }
      return .number(number)
    }
  }
}

extension ScreenAPI {
  /// The difference of the current version from the one before it, unless others are named.
  fileprivate func difference(
    of route: Route, from old: VersionName?, to new: VersionName?
  ) throws(ScreensError) -> HTTPResponse {
    let newest = publisher.screens.newestVersion(of: route)
    // The screen never existed: throws an error that names the nearest route.
    if newest == nil, old != .draft, new != .draft { _ = try publisher.screens.current(route) }
    let to = new ?? .number(newest ?? 0)
    let after = try definition(to, of: route)
    let from: VersionName
    if let old {
      from = old
    } else if case .number(let number) = to {
      from = .number(try publisher.screens.versions(of: route, before: number, limit: 1).first?.number ?? 0)
    } else {
      from = .number(newest ?? 0)
    }
    let difference = DefinitionDifference(
      from: try definition(from, of: route), to: after, in: serving.catalogue)
    return .json(
      VersionDifference(
        route: route.name, from: VersionReference(from), to: VersionReference(to),
        difference: Difference(difference)))
  }

  /// The definition of a version; an empty object for version 0 and for the deletion of the screen.
  private func definition(_ name: VersionName, of route: Route) throws(ScreensError) -> JSONValue {
    switch name {
    case .draft: try publisher.drafts.draft(of: route).draft.definition
    case .number(0): .object([:])
    case .number(let number): try publisher.screens.version(number, of: route).definition ?? .object([:])
    }
  }
}

// MARK: JSON

extension VersionPage.Version {
  fileprivate init(_ summary: VersionSummary) {
    let record = summary.record
    self.init(
      version: summary.number, publishedAt: Timestamp.text(record.publishedAt), by: record.by,
      via: record.via.rawValue, message: record.message, items: summary.itemCount)
  }
}

extension VersionReference {
  fileprivate init(_ name: VersionName) {
    switch name {
    case .number(let number): self = .number(number)
    case .draft: self = .draft
    }
  }
}

extension AuditPage.Entry {
  fileprivate init(_ entry: AuditEntry) {
    self.init(
      id: entry.id, at: Timestamp.text(entry.at), by: entry.by, action: entry.action.rawValue,
      subject: entry.subject, version: entry.version, message: entry.message)
  }
}
