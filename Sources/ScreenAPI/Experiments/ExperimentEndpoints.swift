import AdminModel
import Assignment
import HTTPWire
import JSONText
import Screens

/// Experiments: `/admin/experiments`.
enum ExperimentEndpoints {
  static let all: [Endpoint] = [list, get, editExperiment]

  static let list = Endpoint(
    .get, "/admin/experiments", "listExperiments", .experiments, "The experiments of all screens",
    access: .token(.read),
    responses: [
      .json("The experiments", .object(.required("experiments", .array(.runningExperiment))))
    ], validation: .entityTag
  ) { api in
    .json([
      "experiments": .array(api.publisher.experiments.all().map { json(of: $0.experiment, on: $0.screen) })
    ])
  }

  static let get = Endpoint(
    .get, "/admin/experiments/{key}", "getExperiment", .experiments, "How an experiment runs",
    access: .token(.read), reading: .experimentKey,
    responses: [.json("The experiment", .runningExperiment, headers: [.versionTag])],
    problems: [.unknownExperiment, .damagedScreen]
  ) { (api, key) throws(ScreensError) in
    let (screen, experiment) = try api.publisher.experiments.withKey(key)
    var response = HTTPResponse.json(json(of: experiment, on: screen))
    response.add("ETag", "\"\(screen.version)\"")
    return response
  }

  static let editExperiment = Endpoint(
    .patch, "/admin/experiments/{key}", "patchExperiment", .experiments,
    "Changes coverage, weights, status or force, and publishes the screen of the experiment",
    access: .publishing, effect: .stores,
    reading: .experimentKey, .dryRun, .allowsReassignment, .author, .precondition,
    .patch(
      [("application/merge-patch+json", .experimentPatch), ("application/json", .experimentPatch)],
      "A JSON Merge Patch (RFC 7396). Null removes a value.", fallback: "application/merge-patch+json",
      rule: "an experiment is changed by application/merge-patch+json",
      accepted: "application/merge-patch+json"),
    responses: [.json("The current version", .steered, headers: [.versionTag])],
    problems: .publishing + [.unknownExperiment, .reassignsUnits]
  ) { (api, key, dryRun, allowsReassignment, author, precondition, body) throws(ScreensError) in
    let outcome = try api.publisher.experiments.edit(
      key, by: author, try ExperimentEdit(body.bytes), dryRun: dryRun,
      allowsReassignment: allowsReassignment, precondition: precondition.allows)
    let object: JSONObject = [
      "route": .string(outcome.route.name), "version": .number(JSONNumber(outcome.version)),
      "experiment": .string(key),
      "shares": outcome.reassignments.first { $0.experiment == key }?.shares.json
        ?? ReassignmentShares.noneJSON,
    ]
    var response = HTTPResponse.json(object, dryRun: dryRun)
    if !dryRun { response.add("ETag", "\"\(outcome.version)\"") }
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

extension Parameter where Value == String {
  static var experimentKey: Self {
    path("key", "The key of an experiment.", .name) { $0.isEmpty ? nil : $0 }
  }
}

// MARK: JSON

extension Schema {
  fileprivate static let runningExperiment = Schema.named(
    "RunningExperiment",
    .object(
      .required("key", .string), .required("route", .string), .required("version", .integer),
      .required("status", .choice(["running", "stopped"])), .required("coverage", .number),
      .required("weights", .map(.number)), .required("seed", .string), .required("hashVersion", .integer),
      .required("hashAttribute", .string), .optional("namespace", .array(.any)), .optional("condition", .any),
      .required("force", .map(.string))))

  fileprivate static let experimentPatch = Schema.named(
    "ExperimentPatch",
    .closedObject(
      .optional("coverage", .anyOf([.number(from: 0, through: 1), .null])),
      .optional("weights", .anyOf([.map(.anyOf([.number(from: 0), .null])), .null]), "By variant key."),
      .optional("status", .anyOf([.choice(["running", "stopped"]), .null])),
      .optional("force", .anyOf([.map(.string.orNull), .null]), "Variants by unit.")))

  fileprivate static let steered = Schema.named(
    "SteeredExperiment",
    .object(
      .required("route", .string), .required("version", .integer), .required("experiment", .string),
      .required("shares", Schema(ReassignedShares.apiType)), .dryRun))
}

extension ReassignmentShares {
  fileprivate static let noneJSON: JSONValue = ["entering": 0, "leaving": 0, "moving": 0]
}
