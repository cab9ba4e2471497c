import AdminModel
import Assignment
import HTTPWire
import JSONText
import Screens

/// How an assignment comes about: `/screens/{route}/explain`.
enum ExplainEndpoints {
  static let all: [Endpoint] = [explain, explainAttributes]

  private static let problems: [ProblemType] =
    .existingScreen + [.unknownVersion, .unknownVariant, .badParameter]

  static let explain = Endpoint(
    .get, "/screens/{route}/explain", "explainAssignment", .screens,
    "Explains the assignment of a unit, with attributes in the query",
    reading: .route, .publishedScreenQuery, .screenUser,
    responses: [.json("The assignment, step by step", AssignmentExplanation.self)], problems: problems
  ) { (api, route, query, user) throws(ScreensError) in
    .json(try api.explanation(of: route, query, user: query.user ?? user))
  }

  static let explainAttributes = Endpoint(
    .post, "/screens/{route}/explain", "explainAssignmentOfAttributes", .screens,
    "Explains the assignment of a unit, with attributes in the body",
    reading: .route, .publishedScreenQuery, .screenUser,
    .body(.anyObject, "Attributes; user is the unit.", isRequired: false),
    responses: [.json("The assignment, step by step", AssignmentExplanation.self)], problems: problems
  ) { (api, route, query, field, body) throws(ScreensError) in
    var (query, user) = (query, query.user ?? field)
    let attributes = try attributes(in: body)
    for member in attributes { query.attributes[member.name] = member.value }
    if let unit = Attributes(attributes).unit(of: "user") { user = unit }
    query.attributes["user"] = nil
    return .json(try api.explanation(of: route, query, user: user, isLimited: true))
  }

  private static func attributes(in body: [UInt8]) throws(ScreensError) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    let document = try JSONDocument(body: body)
    guard case .object(let object) = document.value else {
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .wrongType, at: .root, "attributes are an object, not \(document.value.kind.phrase)",
          position: document.position(of: .root)))
      throw .invalidBody(diagnostics)
    }
    return object
  }
}

extension ScreenAPI {
  /// - Parameter isLimited: whether the attributes come from a body, which can be a thousand times as large as a query.
  fileprivate func explanation(
    of route: Route, _ query: ScreenQuery, user: String?, isLimited: Bool = false
  ) throws(ScreensError) -> AssignmentExplanation {
    let attributes = query.attributes(user: user)
    let (screen, rollout) = try explained(route, query, attributes)
    let experiments = screen.definition.experiments
    let overrides = try query.overrides(of: experiments)
    guard !isLimited || EvaluationCost.isWithinLimit(of: query.attributes, for: experiments) else {
      throw .invalidBody(Diagnostics(Diagnostic(.tooMany, at: .root, EvaluationCost.detail)))
    }
    let explanations = experiments.enumerated().map { number, experiment in
      ExplainedExperiment(
        experiment.compiled.explain(attributes: attributes, override: overrides[number]),
        of: experiment.compiled.experiment)
    }
    let only: ExplainedExperiment =
      switch explanations.count {
      case 0: .none(of: attributes.unit(of: Experiment.defaultHashAttribute))
      case 1: explanations.first ?? ExplainedExperiment()
      default: ExplainedExperiment()
      }
    return AssignmentExplanation(
      route: screen.route.name, version: screen.version, only: only, experiments: explanations,
      rollout: rollout)
  }

  /// The version that a request gets, with its place in an open rollout of the screen.
  private func explained(
    _ route: Route, _ query: ScreenQuery, _ attributes: Attributes
  ) throws(ScreensError) -> (PublishedScreen, RolloutPlacement?) {
    guard serving.place == .server, let open = publisher.rollouts.open(at: route),
      let rollout = try? publisher.rollouts.withID(open.id)
    else {
      guard case .number(let version) = query.version else {
        return (try publisher.screens.current(route), nil)
      }
      return (try publisher.screens.screen(route, version: version), nil)
    }
    if case .number(let version) = query.version {
      return (
        try publisher.screens.screen(route, version: version),
        RolloutPlacement(rollout, at: route, isNew: version == open.newVersion, .version)
      )
    }
    let (old, new) = (try open.old.screen(), try publisher.screens.current(route))
    let forced = ForcedUnits(
      (old.definition.experiments + new.definition.experiments).map(\.compiled.experiment))
    let unit = attributes.unit(of: Experiment.defaultHashAttribute)
    let membership: RolloutMembership =
      if query.variant != nil {
        .variant
      } else if let unit {
        forced.contains(attributes) ? .forced : .bucket(open.bucket(of: Array(unit.utf8).span))
      } else {
        .noUnit
      }
    let isNew = membership.bucket.map { $0 < open.threshold } ?? false
    return (isNew ? new : old, RolloutPlacement(rollout, at: route, isNew: isNew, membership))
  }
}
