import Assignment
import AdminModel
import HTTPWire
import JSONText
import SchemaCompatibility
import Screens

extension Problem {
  /// The problem of an error of the domain. This is the only mapping from errors to statuses. It reveals nothing about
  /// the server's files.
  init(_ error: ScreensError) {
    switch error {
    case .unparsable(let diagnostics):
      self.init(.badJSON, Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .invalid(let diagnostics):
      self.init(.invalidScreen, Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .untranslated(let diagnostics):
      self.init(
        .untranslated,
        "\(Self.summary(diagnostics)); translate the texts, or set \"gate\" of _languages.json to \"warn\"")
      self.diagnostics = diagnostics
    case .leadsNowhere(let diagnostics):
      self.init(
        .leadsNowhere,
        "\(Self.summary(diagnostics)); change the links, or name the app's own routes in _links.json")
      self.diagnostics = diagnostics
    case .unknownLanguage(let language, let known):
      self.init(
        .unknownLanguage,
        "\(quoted(language)) is not a language of the screens; "
          + (known.isEmpty
            ? "they have one: name others in _languages.json" : NearestName.listing(known) ?? ""))
    case .invalidBody(let diagnostics):
      self.init(.invalidBody, Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .unknownRoute(let route, let nearest):
      self.init(
        .unknownScreen,
        "no screen has the route \(quoted(route.name))" + Self.meant(nearest))
      if let nearest { members = [("nearest", .string(nearest))] }
    case .deleted(let route):
      self.init(
        .deletedScreen, "the screen \(quoted(route.name)) was deleted")
    case .unknownVersion(let number, let route):
      self.init(
        .unknownVersion,
        "the screen \(quoted(route.name)) has no version \(number)")
    case .versionWithoutContent(let number, let route):
      self.init(
        .unknownVersion.titled("The version has no content"),
        "version \(number) of \(quoted(route.name)) is the deletion of the screen")
    case .unknownVariant(let key, let hint):
      self.init(
        .unknownVariant,
        "the screen has no variant \(quoted(key)); \(hint ?? "it has no experiment")")
    case .ambiguousVariant(let key, let experiments):
      self.init(
        .badParameter.titled("The variant is not clear"),
        "several experiments have a variant \(quoted(key)); say "
          + experiments.map { "\($0):\(key)" }.joined(separator: " or "))
    case .twoVariants(let key):
      self.init(
        .badParameter.titled("The variant is not clear"),
        "two variants of the experiment \(quoted(key)) are requested: a screen can show only one")
    case .unknownSection(let id, let nearest):
      self.init(
        .unknownSection,
        "the screen has no section \(quoted(id))" + Self.meant(nearest))
    case .preconditionFailed(let current):
      self.init(
        .preconditionFailed.titled("The screen has changed"),
        current.map { "the current version is \($0)" } ?? "there is no such screen now")
      if let current { fields = [HTTPField("ETag", cleaning: "\"\(current)\"")] }
    case .patchDoesNotApply(let diagnostic):
      self.init(.patchDoesNotApply, diagnostic.text)
      diagnostics.add(diagnostic)
    case .breaksScreens(let broken):
      self.init(
        .breaksScreens,
        "current versions would become invalid: "
          + broken.map { "\($0.route) (version \($0.version))" }.joined(separator: ", "))
      members = [("screens", .array(broken.map(\.json)))]
    case .breaksViewTypes(let broken, let screens):
      self.init(
        .breaksViewTypes,
        "view types that refer to it would become invalid: " + broken.map(\.name).joined(separator: ", "))
      members = [
        (
          "viewTypes",
          .array(
            broken.map { ["name": .string($0.name), "errors": $0.diagnostics.findings.jsonValue] })
        )
      ]
      if !screens.isEmpty { members.append(("screens", .array(screens.map(\.json)))) }
    case .breaksReleases(let broken):
      self.init(
        .breaksReleases,
        "supported releases could not decode the new content: "
          + broken.map(\.release.description).joined(separator: ", "))
      members = [
        (
          "releases",
          .array(
            broken.map {
              [
                "release": .string($0.release.description),
                "compatibility": Compatibility($0.report).jsonValue,
              ]
            })
        )
      ]
    case .reassigns(let moving):
      let detail = moving.map {
        "\(Self.percent($0.shares.moving)) of all units would go from one variant of \(quoted($0.experiment)) to another"
      }
      self.init(
        .reassignsUnits,
        detail.joined(separator: ", ") + "; add ?allowReassignment=true to publish anyway")
      members = [("reassignments", moving.json)]
    case .noExposures:
      self.init(
        .noExposures,
        "the server was started with --exposures off, or this is a session or a change set")
    case .unknownExperiment(let key, let hint):
      self.init(
        .unknownExperiment,
        "no screen has the experiment \(quoted(key)); \(hint ?? "there are none")")
    case .unknownItem(let id, let route, let nearest):
      self.init(
        .unknownItem,
        "the screen \(quoted(route.name)) has no item \(quoted(id))" + Self.meant(nearest))
    case .noDraft(let route):
      self.init(.noDraft, "the screen \(quoted(route.name)) has no draft; save one first")
    case .draftPreconditionFailed(let current):
      self.init(
        .preconditionFailed.titled("The draft has changed"),
        current == nil ? "there is no draft now" : "the draft was changed")
      if let current { fields = [HTTPField("ETag", cleaning: "\"\(current)\"")] }
    case .documentPreconditionFailed(let current):
      self.init(
        .preconditionFailed.titled("The document has changed"),
        current == nil ? "there is no such document now" : "no entity tag of the request is current")
      if let current { fields = [HTTPField("ETag", cleaning: EntityTag.of(current.serialized()))] }
    case .changeSetPreconditionFailed(let current):
      self.init(
        .preconditionFailed.titled("The change set has changed"),
        current == nil
          ? "there is no such change set now"
          : "the change set does not meet the precondition of the request; get it again, and look at what has changed"
      )
      if let current {
        fields = [HTTPField("ETag", cleaning: EntityTag.of(ChangeSetDetails(current).serialized()))]
      }
    case .draftOutdated(let conflict):
      self.init(
        .draftOutdated,
        "the draft of \(quoted(conflict.route.name)) began from version \(conflict.base), and version \(conflict.current) is current"
      )
      members = [
        ("base", .number(JSONNumber(conflict.base))), ("current", .number(JSONNumber(conflict.current))),
        ("ours", Difference(conflict.ours).jsonValue), ("theirs", Difference(conflict.theirs).jsonValue),
        ("conflicts", .array(conflict.conflicts.map { .string($0) })),
        (
          "hint",
          .string("bring the changes together, then PUT the draft with baseVersion=\(conflict.current)")
        ),
      ]
    case .unknownBase(let base, let current):
      self.init(
        .unknownBase,
        "a draft cannot begin from version \(base): the newest is \(current)")
    case .notScheduled(let route):
      self.init(
        .notScheduled,
        "the draft of \(quoted(route.name)) is not scheduled")
    case .rolloutRunning(let rollout):
      self.init(
        .rolloutRunning,
        rollout.screens.count == 1
          ? rollout.refusal + ": ?supersede=true or ?now=true ends it in favour of this publication"
          : rollout.refusal + ": finish it or roll it back first, because it has other screens, too")
      members = [("rollout", .string(rollout.id))]
    case .rolloutEnded(let rollout):
      self.init(.rolloutEnded, "the rollout \(rollout.id) of \(rollout.subject) is \(rollout.state.rawValue)")
    case .rolloutPreconditionFailed(let current):
      self.init(
        .preconditionFailed.titled("The rollout has changed"),
        "the rollout was changed; get it again, and look at its last decision")
      fields = [HTTPField("ETag", cleaning: "\"\(current)\"")]
    case .notGuardable(let reason): self.init(.notGuardable, reason)
    case .unknownChangeSet(let name, let nearest):
      self.init(.unknownChangeSet, "there is no change set \(quoted(name))" + Self.meant(nearest))
    case .changeSetExists(let name):
      self.init(
        .changeSetExists, "there is a change set \(quoted(name)) already; delete it, or choose another name")
    case .changeSetPublished(let name):
      self.init(
        .changeSetPublished,
        "the change set \(quoted(name)) is published; roll it back to change it, or make another one")
    case .changeSetOpen(let name):
      self.init(
        .changeSetOpen, "the change set \(quoted(name)) is not published, so there is nothing to roll back")
    case .changeSetNotScheduled(let name):
      self.init(.notScheduled, "the change set \(quoted(name)) is not scheduled")
    case .changeSetConflicts(let name, let conflicts):
      self.init(
        .changeSetConflicts,
        "what the change set \(quoted(name)) changes has changed since: "
          + conflicts.map(\.subject.path).joined(separator: ", "))
      members = [
        ("conflicts", .array(conflicts.map { ChangeSetClash($0).jsonValue })),
        ("hint", .string("POST /admin/changesets/\(name)/rebase takes over what does not conflict")),
      ]
    case .invalidChangeSet(let name, let problems):
      let count = problems.reduce(0) { $0 + $1.diagnostics.count }
      let first = problems.first.flatMap { problem in
        problem.diagnostics.kept.first.map { ", the first in \(problem.subject.path): \($0.text)" }
      }
      self.init(
        .invalidChangeSet,
        "the change set \(quoted(name)) has \(count) error\(count == 1 ? "" : "s")" + (first ?? ""))
      members = [("problems", .array(problems.map { InvalidSubject($0).jsonValue }))]
    case .changeSetBuiltUpon(let name, let subjects):
      self.init(
        .changeSetBuiltUpon,
        "these were changed after the change set \(quoted(name)) was published: "
          + subjects.map(\.path).joined(separator: ", ") + "; roll them back first")
      members = [("subjects", .array(subjects.map { .string($0.path) }))]
    case .unknownDocument(let subject, let nearest):
      let sought =
        if case .document(let kind, let name) = subject { "no \(kind.noun) \(quoted(name))" } else {
          "nothing at \(quoted(subject.path))"
        }
      self.init(.unknown(subject), "there is \(sought)" + Self.meant(nearest))
    case .unknownGuest(let number, let set):
      self.init(.unknownGuest, "the change set \(quoted(set)) has no guest link \(number)")
    case .assetInUse(let name, let drafts, let sets):
      let places = drafts.map { "the draft of \($0)" } + sets.map { "the change set \($0)" }
      self.init(
        .assetInUse,
        "\(places.joined(separator: ", ")) refer\(places.count == 1 ? "s" : "") to the picture \(quoted(name))"
      )
      members = [
        ("drafts", .array(drafts.map { .string($0) })),
        ("changeSets", .array(sets.map { .string($0) })),
      ]
    case .unknownToken(let name, let nearest):
      self.init(
        .unknownToken,
        "no token is named \(quoted(name))" + Self.meant(nearest))
    case .tokenExists(let name):
      self.init(
        .tokenExists,
        "a token is named \(quoted(name)) already; revoke it first, or choose another name")
    case .scenarioDoesNotApply(let name, let diagnostics):
      self.init(
        .scenarioDoesNotApply,
        "_scenarios/\(name).json: " + Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .damaged(let damage):
      self.init(
        damage,
        damage.isCurrent
          ? "the screen \(quoted(damage.route.name)) is not available"
          : "version \(damage.version) of the screen \(quoted(damage.route.name)) is not available")
    case .store(let error):
      self.init(error, "the server cannot use its store at the moment")
    }
  }

  /// The problem with details that only administrators may see.
  init(forAdministrator error: ScreensError) {
    switch error {
    case .damaged(let damage):
      self.init(damage, damage.description)
      members = [("version", .number(JSONNumber(damage.version))), ("hint", .string(damage.remedy))]
    case .store(let error): self.init(error, error.message)
    default: self.init(error)
    }
  }

  /// The problem of a damaged version. It has no `Retry-After`: the version stays damaged until somebody publishes.
  private init(_ damage: DamagedVersion, _ detail: String) {
    self.init(.damagedScreen, detail)
  }

  private init(_ error: StoreError, _ detail: String) {
    switch error {
    case .full:
      self.init(.noRoom, detail)
    case .outcomeUnknown:
      self.init(.outcomeUnknown, detail)
      fields = [HTTPField("Retry-After", "2")]
    case .refused(let refusal):
      switch refusal {
      case .unknown: self.init(.unknownChangeSet, refusal.message)
      case .published: self.init(.changeSetPublished, refusal.message)
      case .cannotHold: self.init(.notInSession, refusal.message)
      }
    case .repeatedRequest:
      self.init(.requestInProgress, detail)
      fields = [HTTPField("Retry-After", "1")]
    default:
      self.init(.storeUnavailable, detail)
      fields = [HTTPField("Retry-After", "2")]
      isOutdated = error == .outdated
    }
  }

  /// A share in per cent, rounded to two decimals.
  private static func percent(_ share: Double) -> String { "\((share * 10000).rounded() / 100) %" }

  private static func meant(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "" }

  private static func summary(_ diagnostics: Diagnostics) -> String {
    let count = diagnostics.count
    let total = count == 1 ? "1 error" : "\(count) errors"
    guard let first = diagnostics.kept.first else { return total }
    let place = first.position.map { " at \($0.line):\($0.column)" } ?? ""
    return "\(total)\(count == 1 ? "" : ", the first")\(place): \(first.text)"
  }
}

extension BrokenScreen {
  fileprivate var json: JSONValue {
    [
      "route": .string(route.name), "version": .number(JSONNumber(version)),
      "errors": diagnostics.findings.jsonValue,
    ]
  }
}

extension ProblemType {
  fileprivate static func unknown(_ subject: ChangeSubject) -> ProblemType {
    switch subject {
    case .document(let kind, _): .unknown(kind)
    case .screen: .unknownScreen
    case .draft: .notFound
    }
  }
}
