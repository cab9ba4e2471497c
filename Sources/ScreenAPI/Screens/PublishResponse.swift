import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// The response to a write of a screen.
  func published(
    _ outcome: PublishOutcome, dryRun: Bool, createdStatus: HTTPStatus = 201
  ) -> HTTPResponse {
    let isCreated = outcome.effect == .created && !dryRun
    var object: JSONObject = [
      "route": .string(outcome.route.name), "version": .number(JSONNumber(outcome.version)),
    ]
    outcome.impact.add(to: &object)
    if !outcome.reassignments.isEmpty { object["reassignments"] = outcome.reassignments.json }
    outcome.warnings.addWarnings(to: &object)
    var response = HTTPResponse.json(object, isCreated ? createdStatus : 200, dryRun: dryRun)
    if !dryRun { response.add("ETag", "\"\(outcome.version)\"") }
    if isCreated, createdStatus == 201 {
      response.add("Location", serving.path + "/screens/\(outcome.route)")
    }
    return response
  }
}

extension Diagnostics {
  /// Adds `"warnings"`, if there are any.
  func addWarnings(to object: inout JSONObject) {
    if !isEmpty { object["warnings"] = json }
  }
}

extension Schema.Member {
  /// The findings that do not prevent publication.
  static let warnings = Schema.Member.optional(
    "warnings", .array(.diagnostic), "Findings that do not prevent publication; left out if there are none.")
}

extension HeaderDeclaration {
  /// The entity tag of a definition.
  static let versionTag = HeaderDeclaration(
    "ETag", "The version in quotes, for If-Match. A dry run has none.")
}

extension [ResponseDeclaration] {
  /// Published, or nothing to change.
  static let published: [ResponseDeclaration] = [
    .json("The current version", .published, headers: [.versionTag])
  ]

  /// The same, or the first version of a route.
  static let publishedOrCreated: [ResponseDeclaration] =
    published + [
      .json(201, "The first version of the route", .published, headers: [.versionTag, .location])
    ]
}

extension [ProblemType] {
  /// Problems of everything that publishes.
  static let publishing: [ProblemType] = [.invalidScreen, .damagedScreen]
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
