import Assignment
import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET /admin/experiments`.
  var experiments: HTTPResponse {
    Self.json([
      "experiments": .array(publisher.experiments().map { Self.json(of: $0.experiment, on: $0.screen) })
    ])
  }

  /// `GET` and `PATCH /admin/experiments/{key}`.
  func experiment(
    _ key: String, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    guard request.method == .patch else {
      let (screen, experiment) = try publisher.experiment(key)
      var response = Self.json(Self.json(of: experiment, on: screen))
      response.add("ETag", "\"\(screen.version)\"")
      return response
    }
    let media = (request.field(.contentType).map { String(decoding: $0) } ?? "")
      .prefix { $0 != ";" && $0 != " " }.lowercased()
    guard ["application/merge-patch+json", "application/json", ""].contains(media) else {
      var problem = Problem(
        415, "unsupported-media-type", "The media type is not supported",
        "an experiment is changed by application/merge-patch+json")
      problem.fields = [HTTPField("Accept-Patch", "application/merge-patch+json")]
      return problem.response
    }
    let outcome = try publisher.steer(
      key, by: parameters.author, try ExperimentEdit(body), dryRun: parameters.dryRun,
      allowsReassignment: parameters.allowsReassignment, precondition: AdminPrecondition(request).allows)
    var object: JSONObject = [
      "route": .string(outcome.route.name), "version": .number(JSONNumber(outcome.version)),
      "experiment": .string(key),
      "shares": outcome.reassignments.first { $0.experiment == key }?.shares.json
        ?? ReassignmentShares.noneJSON,
    ]
    if parameters.dryRun { object["dryRun"] = JSONValue.bool(true) }
    var response = Self.json(.object(object))
    if !parameters.dryRun { response.add("ETag", "\"\(outcome.version)\"") }
    return response
  }

  private static func json(of screenExperiment: ScreenExperiment, on screen: PublishedScreen) -> JSONValue {
    let experiment = screenExperiment.compiled.experiment
    var object: JSONObject = [
      "key": .string(experiment.key), "route": .string(screen.route.name),
      "version": .number(JSONNumber(screen.version)), "status": .string(experiment.status.rawValue),
      "coverage": .double(experiment.coverage),
      "weights": .object(
        experiment.variants.reduce(into: JSONObject()) { $0[$1.key] = .double($1.weight) }),
      "seed": .string(experiment.effectiveSeed),
      "hashVersion": .number(JSONNumber(experiment.hashVersion.rawValue)),
      "hashAttribute": .string(experiment.hashAttribute),
    ]
    if let namespace = experiment.namespace {
      object["namespace"] = [
        .string(namespace.id), .double(namespace.range.start), .double(namespace.range.end),
      ]
    }
    if let condition = experiment.condition { object["condition"] = condition.source }
    object["force"] = .object(
      experiment.force.reduce(into: JSONObject()) { $0[$1.unit] = .string($1.variant) })
    return .object(object)
  }
}

extension [Reassignment] {
  var json: JSONValue {
    .array(map { ["experiment": .string($0.experiment), "shares": $0.shares.json] })
  }
}

extension ReassignmentShares {
  fileprivate static let noneJSON: JSONValue = ["entering": 0, "leaving": 0, "moving": 0]

  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "entering": .double(entering), "leaving": .double(leaving), "moving": .double(moving),
    ]
    if isConditionChanged { object["conditionChanged"] = JSONValue.bool(true) }
    return .object(object)
  }
}
