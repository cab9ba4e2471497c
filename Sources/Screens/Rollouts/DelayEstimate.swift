internal import Assignment
internal import JSONText

/// An estimate of how long a guard takes to notice harm, before a rollout starts.
package struct DelayEstimate: Sendable, Equatable {
  /// A share of units, with the expected time until a rise of the event is noticed.
  package struct Step: Sendable, Equatable {
    /// The share in per cent.
    package let share: Double
    /// Seconds; nil if they are not known.
    package let delay: Double?
  }

  /// The share of units that have an event, if no rollout of the screen has counted it.
  package static let usualRate = 0.001
  /// The ratio of frequencies, new to old, that is to be noticed.
  private static let rise = 10.0
  /// The shares that can be proposed, in per cent.
  private static let proposedShares = [1.0, 2, 5, 10, 20, 50]

  /// The units that get the screen in a second; nil if they are not known.
  package let unitsPerSecond: Double?
  /// The frequency of a bad event that earlier rollouts have counted; nil without one.
  package let known: EventRate?
  package let steps: [Step]
  /// The smallest first step at which a rise is noticed within the guard's `hold`; nil without one.
  package let proposal: Step?
  /// The estimate as a sentence.
  package let text: String

  package init(_ rule: Guard, unitsPerSecond: Double?, known: EventRate?) {
    let rate = known?.rate ?? Self.usualRate
    func step(_ share: Double) -> Step {
      Step(
        share: share,
        delay: unitsPerSecond.flatMap { units in
          ExpectedDelay(
            alpha: rule.alpha * rule.weight, unitsPerSecond: units,
            newShare: min(share, Guard.largestShare) / 100, oldRate: rate, newRate: rate * Self.rise
          ).seconds
        })
    }
    self.unitsPerSecond = unitsPerSecond
    self.known = known
    steps = rule.steps.map(step)
    proposal = Self.proposedShares.lazy.map(step).first { $0.delay.map { $0 <= rule.hold } ?? false }
    text = Self.text(unitsPerSecond, known, first: steps.first, proposal, hold: rule.hold)
  }

  /// The share of units that have an event.
  package var rate: Double { known?.rate ?? Self.usualRate }

  // MARK: Text

  private static func text(
    _ unitsPerSecond: Double?, _ known: EventRate?, first: Step?, _ proposal: Step?, hold: Double
  ) -> String {
    guard let unitsPerSecond, let first else {
      return "the server has counted too few requests with a unit for this screen to estimate how fast the "
        + "guard would notice harm"
    }
    guard let delay = first.delay else { return "a guard without events notices no harm" }
    let event = known.map { "\($0.event)" } ?? "an event"
    let seen =
      "at \(percent(first.share)) of \(amount(of: unitsPerSecond)) units a second, a tenfold rise of \(event) "
      + "would be noticed after about \(duration(delay))"
    guard let proposal, let enough = proposal.delay else {
      return seen
        + "; no first step up to 50 % is noticed within the hold of \(duration(hold)), so set a longer one"
    }
    if proposal.share > first.share {
      return seen + "; begin with \(percent(proposal.share)) (\(duration(enough)))"
    }
    if proposal.share < first.share {
      return seen + "; \(percent(proposal.share)) would be enough (\(duration(enough)))"
    }
    return seen
  }

  private static func percent(_ share: Double) -> String { "\(JSONValue.double(share).text) %" }

  /// A number with about two digits.
  private static func amount(of number: Double) -> String {
    let scale = number >= 10 ? 1.0 : number >= 1 ? 10 : number >= 0.1 ? 100 : 1000
    let rounded = (number * scale).rounded() / scale
    return rounded > 0 ? JSONValue.double(rounded).text : "fewer than 0.001"
  }

  /// A duration in the unit that makes a number of one or two digits.
  private static func duration(_ seconds: Double) -> String {
    let units = [("s", 1.0, 90.0), ("min", 60, 120), ("h", 3600, 48)]
    for (name, length, limit) in units where seconds < length * limit {
      return "\(JSONValue.double((seconds / length).rounded()).text) \(name)"
    }
    return "\(JSONValue.double((seconds / 86_400).rounded()).text) days"
  }
}

/// How often units have an event.
package struct EventRate: Sendable, Equatable {
  /// The name of the event.
  package let event: String
  /// The share of units that have it, 0…1.
  package let rate: Double

  package init(event: String, rate: Double) {
    self.event = event
    self.rate = rate
  }
}
