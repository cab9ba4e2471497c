/// How long a guard would take to notice harm, as a dry run says.
package struct RolloutEstimate: APIObject {
  package let unitsPerSecond: Double?
  package let event: String?
  package let rate: Double
  package let steps: [Step]
  package let proposal: Step?
  package let text: String

  package init(
    unitsPerSecond: Double?, event: String?, rate: Double, steps: [Step], proposal: Step?, text: String
  ) {
    self.unitsPerSecond = unitsPerSecond
    self.event = event
    self.rate = rate
    self.steps = steps
    self.proposal = proposal
    self.text = text
  }

  package static let members = MemberList(
    named: "RolloutEstimate", Self.init,
    Member(
      "unitsPerSecond", \Self.unitsPerSecond,
      "Requests for the screen with a unit, in a second of the past hour, to this node. Null if there were too few."
    ),
    Member(
      "event", \Self.event,
      "The bad event that most units of earlier rollouts had. Null if their reports give no rate."),
    Member(
      "rate", \Self.rate, "The share of units that have the event now, 0 to 1; 0.001 if it is not known."),
    Member("steps", \Self.steps, "How long a tenfold rise of the event would go unnoticed at each step."),
    Member(
      "proposal", \Self.proposal,
      "The smallest first step at which it is noticed within the guard's hold. Null without one."),
    Member("text", \Self.text, "The estimate as a sentence."))

  package struct Step: APIObject {
    package let step: Double
    package let seconds: Double?

    package init(step: Double, seconds: Double?) {
      self.step = step
      self.seconds = seconds
    }

    package static let members = MemberList(
      named: "EstimatedStep", Self.init, Member("step", \Self.step, "In per cent."),
      Member("seconds", \Self.seconds, "Null if it is not known."))
  }
}
