package import JSONText

/// How an experiment runs.
package struct RunningExperiment: APIObject {
  package let key: String
  package let route: String
  package let version: Int
  package let status: String
  package let coverage: Double
  package let weights: NamedValues<Double>
  package let seed: String
  package let hashVersion: Int
  package let hashAttribute: String
  /// Its id, and the start and end of its range.
  package let namespace: [JSONValue]?
  package let condition: JSONValue?
  package let force: NamedValues<String>

  package init(
    key: String, route: String, version: Int, status: String, coverage: Double, weights: NamedValues<Double>,
    seed: String, hashVersion: Int, hashAttribute: String, namespace: [JSONValue]?, condition: JSONValue?,
    force: NamedValues<String>
  ) {
    self.key = key
    self.route = route
    self.version = version
    self.status = status
    self.coverage = coverage
    self.weights = weights
    self.seed = seed
    self.hashVersion = hashVersion
    self.hashAttribute = hashAttribute
    self.namespace = namespace
    self.condition = condition
    self.force = force
  }

  package static let members = MemberList(
    named: "RunningExperiment", Self.init, Member("key", \Self.key), Member("route", \Self.route),
    Member("version", \Self.version), Member("status", \Self.status, as: .choice(["running", "stopped"])),
    Member("coverage", \Self.coverage), Member("weights", \Self.weights), Member("seed", \Self.seed),
    Member("hashVersion", \Self.hashVersion), Member("hashAttribute", \Self.hashAttribute),
    Member(optional: "namespace", \Self.namespace), Member(optional: "condition", \Self.condition),
    Member("force", \Self.force))
}

/// The experiments of all screens.
package struct ExperimentPage: APIObject {
  package let experiments: [RunningExperiment]

  package init(experiments: [RunningExperiment]) { self.experiments = experiments }

  package static let members = MemberList(
    Self.init, Member("experiments", \Self.experiments))
}
