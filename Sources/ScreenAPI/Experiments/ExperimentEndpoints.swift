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
      .json("The experiments", ExperimentPage.self)
    ], validation: .entityTag
  ) { api in
    .json(
      ExperimentPage(
        experiments: api.publisher.experiments.all().map { RunningExperiment($0.experiment, on: $0.screen) }))
  }

  static let get = Endpoint(
    .get, "/admin/experiments/{key}", "getExperiment", .experiments, "How an experiment runs",
    access: .token(.read), reading: .experimentKey,
    responses: [.json("The experiment", RunningExperiment.self, headers: [.versionTag])],
    problems: [.unknownExperiment, .damagedScreen]
  ) { (api, key) throws(ScreensError) in
    let (screen, experiment) = try api.publisher.experiments.withKey(key)
    var response = HTTPResponse.json(RunningExperiment(experiment, on: screen))
    response.add("ETag", "\"\(screen.version)\"")
    return response
  }

  static let editExperiment = Endpoint(
    .patch, "/admin/experiments/{key}", "patchExperiment", .experiments,
    "Changes coverage, weights, status or force, and publishes the screen of the experiment",
    access: .publishing, effect: .stores,
    reading: .experimentKey, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .patch(
      [("application/merge-patch+json", .experimentPatch), ("application/json", .experimentPatch)],
      "A JSON Merge Patch (RFC 7396). Null removes a value.", fallback: "application/merge-patch+json",
      rule: "an experiment is changed by application/merge-patch+json",
      accepted: "application/merge-patch+json"),
    responses: [.json("The current version", SteeredExperiment.self, headers: [.versionTag])],
    problems: .publishing + [.unknownExperiment, .reassignsUnits]
  ) { (api, key, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
    let outcome = try api.publisher.experiments.edit(
      key, by: author, try ExperimentEdit(body.bytes), dryRun: dryRun,
      allowsReassignment: allowsReassignment, rollout: rollout, precondition: precondition.allows)
    let shares = outcome.reassignments.first { $0.experiment == key }?.shares
    var response = HTTPResponse.json(
      SteeredExperiment(
        route: outcome.route.name, version: outcome.version, experiment: key,
        shares: shares.map { ReassignedShares($0) }
          ?? ReassignedShares(entering: 0, leaving: 0, moving: 0, conditionChanged: nil),
        rollout: outcome.rollout.map { RolloutDetails(started: $0, now: api.publisher.now) },
        estimate: api.estimate(rollout, of: outcome, dryRun: dryRun), dryRun: dryRun ? true : nil))
    if !dryRun { response.add("ETag", "\"\(outcome.version)\"") }
    return response
  }
}

extension Parameter where Value == String {
  static var experimentKey: Self {
    path("key", "The key of an experiment.", .name) { $0.isEmpty ? nil : $0 }
  }
}

// MARK: JSON

extension Schema {
  fileprivate static let experimentPatch = Schema.named(
    "ExperimentPatch",
    .closedObject(
      .optional("coverage", .anyOf([.number(from: 0, through: 1), .null])),
      .optional("weights", .anyOf([.map(.anyOf([.number(from: 0), .null])), .null]), "By variant key."),
      .optional("status", .anyOf([.choice(["running", "stopped"]), .null])),
      .optional("force", .anyOf([.map(.string.orNull), .null]), "Variants by unit.")))
}

extension RunningExperiment {
  fileprivate init(_ screenExperiment: ScreenExperiment, on screen: PublishedScreen) {
    let experiment = screenExperiment.compiled.experiment
    self.init(
      key: experiment.key, route: screen.route.name, version: screen.version,
      status: experiment.status.rawValue, coverage: experiment.coverage,
      weights: NamedValues(experiment.variants.map { ($0.key, $0.weight) }),
      seed: experiment.effectiveSeed, hashVersion: experiment.hashVersion.rawValue,
      hashAttribute: experiment.hashAttribute,
      namespace: experiment.namespace.map {
        [.string($0.id), .double($0.range.start), .double($0.range.end)]
      },
      condition: experiment.condition?.source,
      force: NamedValues(experiment.force.map { ($0.unit, $0.variant) }))
  }
}
