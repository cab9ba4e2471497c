internal import Assignment

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a guard does with an open rollout, given the evidence: it stops it, lets it advance, or waits.
package struct RolloutJudgement: Sendable {
  package enum Verdict: Sendable, Equatable {
    case wait, advance, finish, hold, rollback
  }

  /// The units of the new side that must have settled before a rollout advances.
  private static let leastSettled = 300
  /// The rise of an event's frequency that each advance must exclude, the first one first; the last one also for all
  /// later ones.
  private static let excludedRises = [10, 3, 1.5]
  /// How much the evidence must have grown, as a logarithm, before the guard holds a rollout that somebody has resumed.
  private static let growthAfterResume = log(10.0)

  package let verdict: Verdict
  /// The sentence of the decision; for `wait`, empty.
  package let reason: String
  /// What the next advance waits for, each in a sentence.
  package let waitsFor: [String]

  /// - Parameters:
  ///   - releases: named in the sentence of a stop, and nothing else; nil if they are not known.
  ///   - now: seconds since 1970 UTC, by the store's clock.
  package init(
    _ rollout: Rollout, _ evidence: RolloutEvidence, _ releases: RolloutReleases? = nil, now: Double
  ) {
    let waits = Self.waits(rollout, evidence, now: now)
    waitsFor = waits
    guard rollout.state.isOpen else {
      verdict = .wait
      reason = ""
      return
    }
    if evidence.isHarm {
      let rollsBack = rollout.rule.onHarm == .rollback && evidence.allowsRollback
      let isNews = evidence.logAlarm >= (rollout.heldEvidence ?? -.infinity) + Self.growthAfterResume
      if !isNews || rollout.isHeldByGuard {
        verdict = .wait
      } else if rollsBack {
        verdict = .rollback
      } else {
        verdict = rollout.state == .running ? .hold : .wait
      }
      reason = verdict == .wait ? "" : Self.sentence(verdict, rollout, evidence, releases, now: now)
      return
    }
    guard rollout.state == .running, waits.isEmpty else {
      verdict = .wait
      reason = ""
      return
    }
    verdict = rollout.isLastStep ? .finish : .advance
    reason = Self.advanceSentence(rollout, evidence, now: now)
  }

  // MARK: Advancing

  private static func waits(_ rollout: Rollout, _ evidence: RolloutEvidence, now: Double) -> [String] {
    let rule = rollout.rule
    var waits: [String] = []
    switch rollout.state {
    case .running: break
    case .held: waits.append("somebody who resumes it: it is held")
    default: return []
    }
    let rest = rollout.stepStartedAt + rule.hold - now
    if rest > 0 { waits.append("the end of the step, in \(Int(rest.rounded(.up))) s") }
    return waits + self.waits(rule, step: rollout.step, evidence)
  }

  /// What the evidence lacks for the end of a step.
  static func waits(_ rule: Guard, step: Int, _ evidence: RolloutEvidence) -> [String] {
    var waits: [String] = []
    if evidence.networkCount == 0 {
      waits.append("reports: no app has sent any")
    } else if evidence.advancingCount < leastSettled {
      let all = evidence.settledCount
      waits.append(
        "\(leastSettled) settled units of the new version; there are \(all)"
          + (all == evidence.advancingCount
            ? "" : ", and \(evidence.advancingCount) count, because few networks have most of them"))
    }
    if evidence.logEvidence >= evidence.limit {
      waits.append(
        "less evidence of harm: it is \(odds(evidence.logEvidence)), and the limit is \(odds(evidence.limit))"
      )
    }
    let rise = excludedRises[min(step, excludedRises.count - 1)]
    for event in evidence.events where event.event.kind == .bad && event.newCount + event.oldCount > 0 {
      if let high = event.ratio.high, high < rise { continue }
      if upperRate(event.newCount, of: evidence.settledCount) < rule.floor { continue }
      waits.append("\(event.event.name): a \(text(rise))-fold rise is not excluded yet")
    }
    return waits
  }

  /// The upper end of the 95 % interval of a rate (Wilson's score interval).
  private static func upperRate(_ count: Int, of units: Int) -> Double {
    guard units > 0 else { return 1 }
    let (n, z) = (Double(units), 1.96)
    let rate = min(1, Double(count) / n)
    let middle = rate + z * z / (2 * n)
    let width = z * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    return (middle + width) / (1 + z * z / n)
  }

  // MARK: Sentences

  private static func sentence(
    _ verdict: Verdict, _ rollout: Rollout, _ evidence: RolloutEvidence, _ releases: RolloutReleases?,
    now: Double
  ) -> String {
    let action = verdict == .rollback ? "rolled back" : "held"
    var text = "\(action) at \(Self.text(rollout.share)) % after \(seconds(now - rollout.startedAt))"
    if let cause = evidence.causingEvent {
      let units = cause.event.kind == .bad ? "failing units" : "units with it"
      let version =
        rollout.screens.count == 1
        ? "version \(rollout.screens.first?.new ?? 0)" : "the new versions"
      text +=
        ": \(cause.event.name) in \(cause.newCount) of \(cause.newCount + cause.oldCount) \(units) on \(version), "
        + "expected \(Self.text((cause.expectedNewCount * 10).rounded() / 10))"
    }
    text += "; evidence \(odds(evidence.logAlarm)), limit \(odds(evidence.limit))"
    text += "; \(networks(evidence))"
    guard let cause = evidence.causingEvent else { return text }
    if cause.harmed.areOfFewNetworks { text += ", most of the harm in \(HarmedUnits.fewNetworks) of them" }
    let named = releases?.named(by: cause) ?? []
    if let first = named.first {
      text += named.count == 1 ? "; release \(first)" : "; releases \(first) and \(named[1])"
    }
    return text
  }

  private static func advanceSentence(
    _ rollout: Rollout, _ evidence: RolloutEvidence, now: Double
  ) -> String {
    let action = rollout.isLastStep ? "finished" : "advanced"
    return "\(action) from \(text(rollout.share)) % after \(seconds(now - rollout.stepStartedAt)): "
      + "\(evidence.settledCount) units of the new version have settled; evidence of harm "
      + "\(odds(evidence.logEvidence)), limit \(odds(evidence.limit)); \(networks(evidence))"
  }

  private static func networks(_ evidence: RolloutEvidence) -> String {
    "\(evidence.networkCount) network\(evidence.networkCount == 1 ? "" : "s")"
  }

  /// Evidence as odds: `1:185,000`, rounded to three digits.
  package static func odds(_ logEvidence: Double) -> String {
    guard logEvidence.isFinite else { return "1:∞" }
    guard logEvidence < log(1e15) else { return "1:10^\(Int(logEvidence / log(10)))" }
    guard logEvidence > 0 else { return "1:1" }
    let value = exp(logEvidence)
    let unit = pow(10, max(0, (log10(value) - 2).rounded(.down)))
    let digits = String(Int((value / unit).rounded() * unit))
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += "," }
      grouped.append(digit)
    }
    return "1:" + grouped
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  private static func seconds(_ seconds: Double) -> String { "\(Int(max(0, seconds).rounded())) s" }
}
