import AdminModel
import HTTPWire
import JSONText
import Screens

/// Versions on their way to everybody: `/admin/rollouts`.
enum RolloutEndpoints {
  static let all: [Endpoint] = [list, get, hold, resume, advance, finish, rollback]

  static let list = Endpoint(
    .get, "/admin/rollouts", "listRollouts", .rollouts, "The rollouts, newest first",
    access: .token(.read), responses: [.json("The rollouts", RolloutPage.self)], validation: .entityTag
  ) { api in .json(RolloutPage(rollouts: api.publisher.rollouts.all.map { RolloutSummary($0) })) }

  static let get = Endpoint(
    .get, "/admin/rollouts/{id}", "getRollout", .rollouts,
    "A rollout: counts, evidence, what it waits for, and each decision with its numbers",
    access: .token(.read), reading: .rolloutID,
    responses: [.json("The rollout", RolloutDetails.self, headers: [.rolloutTag])],
    problems: [.unknownRollout, .storeUnavailable], validation: .prepared
  ) { (api, id) throws(ScreensError) in try api.details(of: try api.publisher.rollouts.withID(id)) }

  static let hold = steering(
    .hold, "hold", "holdRollout", "Keeps the rollout at its step until somebody resumes it")
  static let resume = steering(.resume, "resume", "resumeRollout", "Lets a held rollout go on")
  static let advance = steering(
    .advance, "advance", "advanceRollout", "Goes to the next step now, or from the last one to the end")
  static let finish = steering(
    .finish, "finish", "finishRollout", "Gives the new version to everybody, and ends the rollout")
  static let rollback = steering(
    .rollback, "rollback", "rollBackRollout",
    "Publishes the old version again for everybody, and ends the rollout")

  private static func steering(
    _ steering: RolloutService.Steering, _ word: String, _ operationID: String, _ summary: String
  ) -> Endpoint {
    Endpoint(
      .post, PathTemplate(stringLiteral: "/admin/rollouts/{id}/\(word)"), operationID, .rollouts, summary,
      access: .token(.publish), effect: .stores, reading: .rolloutsOfServer, .rolloutID, .author,
      .precondition, responses: [.json("The rollout", RolloutDetails.self, headers: [.rolloutTag])],
      problems: [.unknownRollout, .rolloutEnded, .damagedScreen]
    ) { (api, _, id, author, precondition) throws(ScreensError) in
      let rollout = try api.publisher.rollouts.steer(
        id, steering, by: author, precondition: { precondition.allows($0) })
      return try api.details(of: rollout)
    }
  }
}

extension ScreenAPI {
  /// The response with a rollout and the counts of its reports.
  fileprivate func details(of rollout: Rollout) throws(ScreensError) -> HTTPResponse {
    let assessment: RolloutService.Assessment
    do throws(StoreError) {
      assessment = try publisher.rollouts.assessment(
        of: rollout, environment.reports?.store ?? EmptyReportStore())
    } catch {
      throw .store(error)
    }
    var response = HTTPResponse.json(RolloutDetails(assessment))
    response.add("ETag", "\"\(rollout.serial)\"")
    return response
  }
}

extension HeaderDeclaration {
  fileprivate static let rolloutTag = HeaderDeclaration(
    "ETag", "Changes with the state, the step and the decisions, for If-Match.")
}

extension Parameter where Value == String {
  fileprivate static var rolloutID: Self {
    path("id", "The id of a rollout.", .string(pattern: "^[0-9a-f]{16}$")) { $0.isEmpty ? nil : $0 }
  }
}

extension Parameter where Value == Bool {
  /// Refuses a request in a session or a change set, which have no rollouts of their own.
  fileprivate static var rolloutsOfServer: Self {
    Parameter([], problems: [.notInSession]) { (_, _, api) throws(Problem) in
      guard api.serving.place == .server else {
        throw Problem(.notInSession, "sessions and change sets have no rollouts of their own")
      }
      return true
    }
  }
}
