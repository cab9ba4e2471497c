/// The units of an experiment by variant and day, and whether they are split as the weights say.
package struct ExperimentResults: APIObject {
  package let experiment: String
  package let route: String?
  package let status: String?
  package let units: Int
  package let unitsOfSeveralVariants: Int
  package let variants: [Variant]
  package let days: [Day]
  package let sampleRatioMismatch: SplitCheck?
  package let events: [Event]
  package let dropped: Int

  package init(
    experiment: String, route: String?, status: String?, units: Int, unitsOfSeveralVariants: Int,
    variants: [Variant], days: [Day], sampleRatioMismatch: SplitCheck?, events: [Event], dropped: Int
  ) {
    self.experiment = experiment
    self.route = route
    self.status = status
    self.units = units
    self.unitsOfSeveralVariants = unitsOfSeveralVariants
    self.variants = variants
    self.days = days
    self.sampleRatioMismatch = sampleRatioMismatch
    self.events = events
    self.dropped = dropped
  }

  package static let members = MemberList(
    named: "Results", Self.init, Member("experiment", \Self.experiment), Member("route", \Self.route),
    Member("status", \Self.status, as: .orNull(.choice(["running", "stopped"]))),
    Member("units", \Self.units), Member("unitsOfSeveralVariants", \Self.unitsOfSeveralVariants),
    Member("variants", \Self.variants), Member("days", \Self.days),
    Member(
      "sampleRatioMismatch", \Self.sampleRatioMismatch,
      "Whether the units fit the weights. The verdict is that of a sequential test: look at any time, as often as you like."
    ),
    Member("events", \Self.events, "What apps reported, for each event that the experiment declares."),
    Member(
      "dropped", \Self.dropped, "Exposures of all experiments that this server has dropped since its start."))

  package struct Variant: APIObject {
    package let variant: String
    package let units: Int
    /// Nil for a variant that the experiment no longer has.
    package let expected: Double?
    package let first: String?
    package let last: String?

    package init(variant: String, units: Int, expected: Double?, first: String?, last: String?) {
      self.variant = variant
      self.units = units
      self.expected = expected
      self.first = first
      self.last = last
    }

    package static let members = MemberList(
      named: "VariantResult", Self.init, Member("variant", \Self.variant), Member("units", \Self.units),
      Member(optional: "expected", \Self.expected), Member("first", \Self.first, as: .orNull(.time)),
      Member("last", \Self.last, as: .orNull(.time)))
  }

  /// The units that had an event, by variant.
  package struct Event: APIObject {
    package let name: String
    package let kind: String
    package let variants: [EventCount]

    package init(name: String, kind: String, variants: [EventCount]) {
      self.name = name
      self.kind = kind
      self.variants = variants
    }

    package static let members = MemberList(
      named: "EventResult", Self.init, Member("name", \Self.name),
      Member("kind", \Self.kind, as: .choice(["good", "bad"])), Member("variants", \Self.variants))
  }

  package struct EventCount: APIObject {
    package let variant: String
    package let units: Int
    /// Nil for the first variant, and if its weight or that of the first one is 0.
    package let ratio: RolloutDetails.Ratio?

    package init(variant: String, units: Int, ratio: RolloutDetails.Ratio?) {
      self.variant = variant
      self.units = units
      self.ratio = ratio
    }

    package static let members = MemberList(
      named: "EventCount", Self.init, Member("variant", \Self.variant), Member("units", \Self.units),
      Member(
        optional: "ratio", \Self.ratio,
        "Its frequency ÷ that of the first variant: the interval holds at every look. Absent for the first variant, and if a weight is 0."
      ))
  }

  package struct Day: APIObject {
    package let date: String
    package let units: NamedValues<Int>

    package init(date: String, units: NamedValues<Int>) {
      self.date = date
      self.units = units
    }

    package static let members = MemberList(
      named: "DailyUnits", Self.init, Member("date", \Self.date, as: .date), Member("units", \Self.units))
  }
}

/// Whether the units of an experiment are split as its weights say.
package struct SplitCheck: APIObject {
  package let chiSquared: Double?
  package let degreesOfFreedom: Int
  package let pValue: Double?
  package let lnE: Double?
  package let threshold: Double
  package let verdict: String

  package init(
    chiSquared: Double?, degreesOfFreedom: Int, pValue: Double?, lnE: Double?, threshold: Double,
    verdict: String
  ) {
    self.chiSquared = chiSquared
    self.degreesOfFreedom = degreesOfFreedom
    self.pValue = pValue
    self.lnE = lnE
    self.threshold = threshold
    self.verdict = verdict
  }

  package static let members = MemberList(
    named: "SampleRatioCheck", Self.init, Member("chiSquared", \Self.chiSquared),
    Member("degreesOfFreedom", \Self.degreesOfFreedom),
    Member("pValue", \Self.pValue, "For a single look at a time that was fixed beforehand."),
    Member(
      "lnE", \Self.lnE,
      "The logarithm of the evidence against the weights. From ln(1 / threshold) on it is a mismatch."),
    Member(
      "threshold", \Self.threshold, "The largest probability that a sound experiment ever shows a mismatch."),
    Member("verdict", \Self.verdict, as: .choice(["consistent", "mismatch", "not-enough-data"])))
}
