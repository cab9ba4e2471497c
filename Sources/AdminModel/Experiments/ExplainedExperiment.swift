package import JSONText

/// How a unit gets its variant of an experiment, step by step. All members are missing in an explanation of several
/// experiments, which has a list of them.
package struct ExplainedExperiment: APIObject {
  package let experiment: String??
  package let variant: String??
  package let inExperiment: Bool?
  package let reason: String??
  package let hashValue: Double??
  package let ranges: [[Double]]?
  package let portable: Bool?
  package let variants: [String]?
  package let status: String?
  package let seed: String?
  package let hashVersion: Int?
  package let hashAttribute: String?
  package let unit: String??
  package let coverage: Double?
  package let namespace: Namespace?
  package let condition: Condition?
  package let attributes: JSONObject?
  package let steps: [Step]?

  package init(
    experiment: String?? = nil, variant: String?? = nil, inExperiment: Bool? = nil, reason: String?? = nil,
    hashValue: Double?? = nil, ranges: [[Double]]? = nil, portable: Bool? = nil, variants: [String]? = nil,
    status: String? = nil, seed: String? = nil, hashVersion: Int? = nil, hashAttribute: String? = nil,
    unit: String?? = nil, coverage: Double? = nil, namespace: Namespace? = nil, condition: Condition? = nil,
    attributes: JSONObject? = nil, steps: [Step]? = nil
  ) {
    self.experiment = experiment
    self.variant = variant
    self.inExperiment = inExperiment
    self.reason = reason
    self.hashValue = hashValue
    self.ranges = ranges
    self.portable = portable
    self.variants = variants
    self.status = status
    self.seed = seed
    self.hashVersion = hashVersion
    self.hashAttribute = hashAttribute
    self.unit = unit
    self.coverage = coverage
    self.namespace = namespace
    self.condition = condition
    self.attributes = attributes
    self.steps = steps
  }

  package static let members = MemberList(
    named: "ExperimentExplanation", Self.init, Member(optional: "experiment", \Self.experiment),
    Member(optional: "variant", \Self.variant), Member(optional: "inExperiment", \Self.inExperiment),
    Member(optional: "reason", \Self.reason, "The step that decided."),
    Member(optional: "hashValue", \Self.hashValue), Member(optional: "ranges", \Self.ranges),
    Member(optional: "portable", \Self.portable, "Whether all SDKs hash the unit alike."),
    Member(optional: "variants", \Self.variants),
    Member(optional: "status", \Self.status, as: .choice(["running", "stopped"])),
    Member(optional: "seed", \Self.seed), Member(optional: "hashVersion", \Self.hashVersion),
    Member(optional: "hashAttribute", \Self.hashAttribute), Member(optional: "unit", \Self.unit),
    Member(optional: "coverage", \Self.coverage), Member(optional: "namespace", \Self.namespace),
    Member(optional: "condition", \Self.condition),
    Member(optional: "attributes", \Self.attributes, "The attributes that the experiment looks at."),
    Member(optional: "steps", \Self.steps))

  package struct Namespace: APIObject {
    package let id: String
    package let range: [Double]
    package let value: Double?
    package let isMember: Bool

    package init(id: String, range: [Double], value: Double?, isMember: Bool) {
      self.id = id
      self.range = range
      self.value = value
      self.isMember = isMember
    }

    package static let members = MemberList(
      Self.init, Member("id", \Self.id), Member("range", \Self.range), Member("value", \Self.value),
      Member("isMember", \Self.isMember))
  }

  package struct Condition: APIObject {
    package let passes: Bool
    package let decidedBy: String?

    package init(passes: Bool, decidedBy: String?) {
      self.passes = passes
      self.decidedBy = decidedBy
    }

    package static let members = MemberList(
      Self.init, Member("passes", \Self.passes), Member("decidedBy", \Self.decidedBy))
  }

  package struct Step: APIObject {
    package let step: String
    package let outcome: String

    package init(step: String, outcome: String) {
      self.step = step
      self.outcome = outcome
    }

    package static let members = MemberList(
      named: "ExplanationStep", Self.init, Member("step", \Self.step), Member("outcome", \Self.outcome))
  }
}
