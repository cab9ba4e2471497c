package import JSONText

/// A version on its way to everybody, with its evidence.
package struct RolloutDetails: APIObject {
  package let summary: RolloutSummary
  package let rule: JSONValue
  package let events: [Event]
  package let evidence: Double
  package let limit: Double
  package let networks: Int
  package let settled: Int
  package let waitsFor: [String]
  package let decisions: [Decision]

  package init(
    summary: RolloutSummary, rule: JSONValue, events: [Event], evidence: Double, limit: Double,
    networks: Int, settled: Int, waitsFor: [String], decisions: [Decision]
  ) {
    self.summary = summary
    self.rule = rule
    self.events = events
    self.evidence = evidence
    self.limit = limit
    self.networks = networks
    self.settled = settled
    self.waitsFor = waitsFor
    self.decisions = decisions
  }

  package static let members = MemberList(
    named: "Rollout", Self.init, Member(flattening: \Self.summary),
    Member("guard", \Self.rule, "The guard, as it was at the start.", as: .anyObject),
    Member("events", \Self.events, "The counts of now; of an ended rollout, those of its end."),
    Member("lnE", \Self.evidence, "The natural logarithm of the evidence of harm by all events."),
    Member("limit", \Self.limit, "The guard stops the rollout when lnE reaches this."),
    Member("networks", \Self.networks, "The networks that have sent reports."),
    Member("settled", \Self.settled, "The units of the new version that have settled."),
    Member("waitsFor", \Self.waitsFor, "What the next advance waits for."),
    Member("decisions", \Self.decisions, "Oldest first."))

  /// The counts of an event.
  package struct Event: APIObject {
    package let name: String
    package let kind: String
    package let weight: Double
    package let new: Int
    package let old: Int
    package let steps: [Step]
    package let evidence: Double
    package let ratio: Ratio
    package let networks: Int
    package let releases: [Release]

    package init(
      name: String, kind: String, weight: Double, new: Int, old: Int, steps: [Step], evidence: Double,
      ratio: Ratio, networks: Int, releases: [Release]
    ) {
      self.name = name
      self.kind = kind
      self.weight = weight
      self.new = new
      self.old = old
      self.steps = steps
      self.evidence = evidence
      self.ratio = ratio
      self.networks = networks
      self.releases = releases
    }

    package static let members = MemberList(
      named: "RolloutEvent", Self.init, Member("name", \Self.name),
      Member("kind", \Self.kind, as: .choice(["good", "bad"])),
      Member("weight", \Self.weight, "Its weight in the evidence of all events."),
      Member("new", \Self.new, "The units of the new version that had it."),
      Member("old", \Self.old, "Those of the old version."), Member("steps", \Self.steps),
      Member("lnE", \Self.evidence, "The natural logarithm of its own evidence of harm."),
      Member("ratio", \Self.ratio), Member("networks", \Self.networks),
      Member(
        "releases", \Self.releases,
        "The same by release of the app, of reports that name one; most units first."))
  }

  /// The counts of an event of one release of the app.
  package struct Release: APIObject {
    package let release: String
    package let new: Int
    package let old: Int
    package let ratio: Ratio

    package init(release: String, new: Int, old: Int, ratio: Ratio) {
      self.release = release
      self.new = new
      self.old = old
      self.ratio = ratio
    }

    package static let members = MemberList(
      named: "RolloutRelease", Self.init, Member("release", \Self.release), Member("new", \Self.new),
      Member("old", \Self.old), Member("ratio", \Self.ratio))
  }

  /// The counts of an event at one step.
  package struct Step: APIObject {
    package let step: Double
    package let new: Int
    package let old: Int

    package init(step: Double, new: Int, old: Int) {
      self.step = step
      self.new = new
      self.old = old
    }

    package static let members = MemberList(
      Self.init, Member("step", \Self.step, "In per cent."), Member("new", \Self.new),
      Member("old", \Self.old))
  }

  /// The ratios of an event's frequencies, new to old, that its counts do not exclude (95 %).
  package struct Ratio: APIObject {
    package let low: Double
    package let high: Double?

    package init(low: Double, high: Double?) {
      self.low = low
      self.high = high
    }

    package static let members = MemberList(
      named: "RatioInterval", Self.init, Member("low", \Self.low),
      Member("high", \Self.high, "Null if there is no upper end."))
  }

  /// A change of the rollout, by a person or its guard.
  package struct Decision: APIObject {
    package let action: String
    package let at: String
    package let by: String
    package let step: Double
    package let reason: String
    package let numbers: JSONValue?

    package init(
      action: String, at: String, by: String, step: Double, reason: String, numbers: JSONValue?
    ) {
      self.action = action
      self.at = at
      self.by = by
      self.step = step
      self.reason = reason
      self.numbers = numbers
    }

    package static let members = MemberList(
      named: "RolloutDecision", Self.init,
      Member(
        "decision", \Self.action,
        as: .choice(["start", "advance", "hold", "resume", "finish", "rollback", "supersede"])),
      Member("at", \Self.at, as: .time), Member("by", \Self.by, "The token, or guard."),
      Member("step", \Self.step, "The step before it, in per cent; 0 at the start."),
      Member("reason", \Self.reason),
      Member(
        optional: "numbers", \Self.numbers, "What the guard decided from: counts, evidence and limit.",
        as: .anyObject))
  }
}
