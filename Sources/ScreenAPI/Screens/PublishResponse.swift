import AdminModel
import Assignment
import HTTPWire
import Screens

extension ScreenAPI {
  /// The response to a write of a screen.
  /// - Parameter options: how the write deals with rollouts.
  func published(
    _ outcome: PublishOutcome, _ options: RolloutOptions, dryRun: Bool, createdStatus: HTTPStatus = 201
  ) -> HTTPResponse {
    let isCreated = outcome.effect == .created && !dryRun
    let effects = PublicationEffects(outcome.impact, outcome.reassignments, outcome.warnings)
    var response = HTTPResponse.json(
      PublicationResult(
        route: outcome.route.name, version: outcome.version, effects: effects,
        rollout: outcome.rollout.map { RolloutDetails(started: $0, now: publisher.now) },
        estimate: estimate(options, of: outcome, dryRun: dryRun),
        dryRun: dryRun ? true : nil),
      isCreated ? createdStatus : 200)
    if !dryRun { response.add("ETag", "\"\(outcome.version)\"") }
    if isCreated, createdStatus == 201 {
      response.add("Location", serving.path + "/screens/\(outcome.route)")
    }
    return response
  }
}

extension PublicationEffects {
  init(_ impact: Screens.Impact, _ reassignments: [Screens.Reassignment], _ warnings: Diagnostics) {
    self.init(
      impact: impact.hasSupportedReleases ? impact.entries.map { Impact($0) } : nil,
      impactCount: impact.count > impact.entries.count ? impact.count : nil,
      reassignments: reassignments.isEmpty
        ? nil
        : reassignments.map {
          Reassignment(experiment: $0.experiment, shares: ReassignedShares($0.shares))
        },
      warnings: warnings.warnings)
  }
}

extension PublicationEffects.Impact {
  fileprivate init(_ entry: Screens.Impact.Entry) {
    self.init(
      release: entry.release.description, variant: entry.variant, item: entry.item,
      effect: entry.effect.rawValue)
  }
}

extension ReassignedShares {
  init(_ shares: ReassignmentShares) {
    self.init(
      entering: shares.entering, leaving: shares.leaving, moving: shares.moving,
      conditionChanged: shares.isConditionChanged ? true : nil)
  }
}

extension HeaderDeclaration {
  /// The entity tag of a definition.
  static let versionTag = HeaderDeclaration(
    "ETag", "The version in quotes, for If-Match. A dry run has none.")
}

extension [ResponseDeclaration] {
  /// Published, or nothing to change.
  static let published: [ResponseDeclaration] = [
    .json("The current version", PublicationResult.self, headers: [.versionTag])
  ]

  /// The same, or the first version of a route.
  static let publishedOrCreated: [ResponseDeclaration] =
    published + [
      .json(201, "The first version of the route", PublicationResult.self, headers: [.versionTag, .location])
    ]
}

extension [ProblemType] {
  /// Problems of everything that publishes.
  static let publishing: [ProblemType] = [.invalidScreen, .damagedScreen, .untranslated, .leadsNowhere]
  /// Problems of every write.
  static let storing: [ProblemType] = [
    .storeUnavailable, .outcomeUnknown, .requestInProgress, .idempotencyKeyReused, .noRoom,
  ]
  /// Problems of endpoints that need an existing screen. Only a screen of a change set can be invalid.
  static let existingScreen: [ProblemType] = [
    .unknownScreen, .deletedScreen, .damagedScreen, .renditionTooLarge, .invalidScreen,
    .storeUnavailable,
  ]
}
