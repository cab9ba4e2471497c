import Assignment
import HTTPWire
import JSONText
import SchemaCompatibility
import Screens

extension Problem {
  /// The one table from the domain's errors to statuses.
  init(_ error: ScreensError) {
    switch error {
    case .unparsable(let diagnostics):
      self.init(400, "bad-json", "The body is not JSON", Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .invalid(let diagnostics):
      self.init(422, "invalid-screen", "The screen is invalid", Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .invalidBody(let diagnostics):
      self.init(422, "invalid-body", "The body is invalid", Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .unknownRoute(let route, let nearest):
      self.init(
        404, "unknown-screen", "There is no such screen",
        "no screen has the route \(quoted(route.name))" + Self.meant(nearest))
      if let nearest { members = [("nearest", .string(nearest))] }
    case .deleted(let route):
      self.init(
        410, "deleted-screen", "The screen was deleted", "the screen \(quoted(route.name)) was deleted")
    case .unknownVersion(let number, let route):
      self.init(
        404, "unknown-version", "There is no such version",
        "the screen \(quoted(route.name)) has no version \(number)")
    case .versionWithoutContent(let number, let route):
      self.init(
        404, "unknown-version", "The version has no content",
        "version \(number) of \(quoted(route.name)) is the deletion of the screen")
    case .unknownVariant(let key, let nearest):
      self.init(
        404, "unknown-variant", "There is no such variant",
        "the screen has no variant \(quoted(key))" + Self.meant(nearest))
    case .ambiguousVariant(let key, let experiments):
      self.init(
        400, "bad-parameter", "The variant is not clear",
        "several experiments have a variant \(quoted(key)); say "
          + experiments.map { "\($0):\(key)" }.joined(separator: " or "))
    case .twoVariants(let key):
      self.init(
        400, "bad-parameter", "The variant is not clear",
        "two variants of the experiment \(quoted(key)) are named: a screen has one")
    case .unknownSection(let id, let nearest):
      self.init(
        404, "unknown-section", "There is no such section",
        "the screen has no section \(quoted(id))" + Self.meant(nearest))
    case .unknownViewType(let name, let nearest):
      self.init(
        404, "unknown-view-type", "There is no such view type",
        "unknown view type \(quoted(name))" + Self.meant(nearest))
    case .preconditionFailed(let current):
      self.init(
        412, "precondition-failed", "The screen has moved on",
        current.map { "the current version is \($0)" } ?? "there is no such screen now")
      if let current { fields = [HTTPField("ETag", cleaning: "\"\(current)\"")] }
    case .patchDoesNotApply(let diagnostic):
      self.init(409, "patch-does-not-apply", "The patch does not apply", diagnostic.text)
      diagnostics.add(diagnostic)
    case .breaksScreens(let broken):
      self.init(
        409, "breaks-screens", "The change would make screens invalid",
        "current versions would become invalid: "
          + broken.map { "\($0.route) (version \($0.version))" }.joined(separator: ", "))
      members = [
        (
          "screens",
          .array(
            broken.map {
              [
                "route": .string($0.route.name), "version": .number(JSONNumber($0.version)),
                "errors": .array($0.diagnostics.kept.map(\.json)),
              ]
            })
        )
      ]
    case .unknownRelease(let name, let nearest):
      self.init(
        404, "unknown-release", "There is no such release",
        "no release is registered as \(quoted(name.description))" + Self.meant(nearest))
    case .breaksReleases(let broken):
      self.init(
        409, "breaks-releases", "The change would break releases",
        "supported releases could not decode the new content: "
          + broken.map(\.release.description).joined(separator: ", "))
      members = [
        (
          "releases",
          .array(
            broken.map { ["release": .string($0.release.description), "compatibility": $0.report.json()] })
        )
      ]
    case .reassigns(let moving):
      let detail = moving.map {
        "\(Self.percent($0.shares.moving)) of all units would go from one variant of \(quoted($0.experiment)) to another"
      }
      self.init(
        409, "reassigns-units", "The change moves units between variants of a running experiment",
        detail.joined(separator: ", ") + "; say ?allowReassignment=true to go on")
      members = [("reassignments", moving.json)]
    case .noExposures:
      self.init(
        404, "no-exposures", "No exposures are kept",
        "the server was started with --exposures off, or this is a session")
    case .unknownExperiment(let key, let nearest):
      self.init(
        404, "unknown-experiment", "There is no such experiment",
        "no screen has the experiment \(quoted(key))" + Self.meant(nearest))
    case .unknownItem(let id, let route, let nearest):
      self.init(
        404, "unknown-item", "There is no such item",
        "the screen \(quoted(route.name)) has no item \(quoted(id))" + Self.meant(nearest))
    case .noDraft(let route):
      self.init(404, "no-draft", "There is no draft", "the screen \(quoted(route.name)) has no draft")
    case .draftPreconditionFailed(let current):
      self.init(
        412, "precondition-failed", "The draft has moved on",
        current == nil ? "there is no draft now" : "the draft was changed")
      if let current { fields = [HTTPField("ETag", cleaning: "\"\(current)\"")] }
    case .draftOutdated(let conflict):
      self.init(
        409, "draft-outdated", "The draft began from another version",
        "the draft of \(quoted(conflict.route.name)) began from version \(conflict.base), and version \(conflict.current) is current"
      )
      members = [
        ("base", .number(JSONNumber(conflict.base))), ("current", .number(JSONNumber(conflict.current))),
        ("ours", .object(conflict.ours.json)), ("theirs", .object(conflict.theirs.json)),
        ("conflicts", .array(conflict.conflicts.map { .string($0) })),
        (
          "hint",
          .string("bring the changes together, then PUT the draft with baseVersion=\(conflict.current)")
        ),
      ]
    case .unknownBase(let base, let current):
      self.init(
        422, "unknown-base", "There is no such version",
        "a draft cannot begin from version \(base): the newest is \(current)")
    case .notScheduled(let route):
      self.init(
        404, "not-scheduled", "Nothing is scheduled",
        "the draft of \(quoted(route.name)) is not to be published by itself")
    case .unknownToken(let name, let nearest):
      self.init(
        404, "unknown-token", "There is no such token",
        "no token is named \(quoted(name))" + Self.meant(nearest))
    case .tokenExists(let name):
      self.init(
        409, "token-exists", "There is such a token",
        "a token is named \(quoted(name)) already; revoke it first, or choose another name")
    case .scenarioDoesNotApply(let name, let diagnostics):
      self.init(
        409, "scenario-does-not-apply", "The scenario does not apply to the screens",
        "_scenarios/\(name).json: " + Self.summary(diagnostics))
      self.diagnostics = diagnostics
    case .store(let error):
      self.init(error)
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .full:
      self.init(507, "no-room", "There is no room left", error.message)
    default:
      self.init(503, "store-unavailable", "The store is not available", error.message)
      fields = [HTTPField("Retry-After", "5")]
    }
  }

  /// A share in per cent, to the bucket.
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
