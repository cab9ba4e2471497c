import Assignment
import JSONText
import ScreenChaos
import Screens

/// Reads the JSON of a rule and reports all its errors.
struct MockRuleReader {
  /// The place of a rule, which determines its members.
  enum Kind {
    /// A rule that an admin has set. It can name one of these scenarios.
    case set(scenarios: [String])
    case ofScenario
    /// A step of a sequence. Its position determines when it applies.
    case ofSequence
  }

  /// The groups that conditions can name.
  private let groups: ConditionGroups
  private let kind: Kind
  private let location: JSONPointer
  private(set) var diagnostics = Diagnostics()

  private static let effects = ["delay", "bytesPerSecond", "status", "fault", "chaos"]

  init(groups: ConditionGroups, kind: Kind, at location: JSONPointer = .root) {
    self.groups = groups
    self.kind = kind
    self.location = location
  }

  mutating func locate(in document: JSONDocument) { diagnostics.locate(in: document) }

  private var members: [String] {
    switch kind {
    case .set: ["match", "order", "seed"] + Self.effects + ["scenario"]
    case .ofScenario: ["match", "order", "seed"] + Self.effects
    case .ofSequence: ["match", "seed"] + Self.effects
    }
  }

  private var matchMembers: [String] {
    if case .ofSequence = kind { return ["route", "condition", "probability"] }
    return ["route", "condition", "nth", "probability", "times"]
  }

  mutating func rule(_ value: JSONValue, name: String) -> MockRule? {
    guard
      let members = MemberReader(value, at: location, named: "a rule", allowed: members, &diagnostics),
      let match = MemberReader(
        members.object["match"] ?? .object([:]), at: location.appending("match"), named: "a match",
        allowed: matchMembers, &diagnostics)
    else { return nil }
    let effect = effect(members)
    return MockRule(
      name: name, json: value, route: route(match),
      condition: match.object["condition"].flatMap {
        ConditionReader.read($0, at: match.pointer.appending("condition"), groups: groups, &diagnostics)
      },
      nth: match.integer("nth", in: 1...Int.max, &diagnostics), probability: probability(match),
      times: match.integer("times", in: 0...Int.max, &diagnostics),
      order: members.integer("order", in: Int.min...Int.max, &diagnostics) ?? 0,
      seed: UInt64(members.integer("seed", in: 0...Int.max, &diagnostics) ?? 0), effect: effect)
  }

  private mutating func effect(_ members: MemberReader) -> MockEffect {
    var effect = MockEffect()
    effect.delay = members.object["delay"].flatMap { delay($0) }
    effect.bytesPerSecond = members.integer("bytesPerSecond", in: 1...Int.max, &diagnostics)
    effect.status = members.integer("status", in: MockEffect.statuses, &diagnostics)
    effect.fault = members.choice("fault", of: MockFault.all.map(\.name), &diagnostics)
      .flatMap { MockFault.named($0) }
    effect.chaos = members.choice("chaos", of: ChaosKind.allCases.map(\.rawValue), &diagnostics)
      .flatMap { ChaosKind(rawValue: $0) }
    if case .set(let scenarios) = kind { effect.scenario = scenario(members, among: scenarios) }
    // A step of a sequence without effect serves the screen unchanged.
    if effect.isNone, diagnostics.isEmpty, !isStep {
      var known = Self.effects
      if case .set = kind { known.append("scenario") }
      report(
        location, .missingMember, "a rule needs at least one effect",
        hint: "add one of " + known.joined(separator: ", "))
    }
    if effect.status != nil, let fault = effect.fault, !fault.sendsStatus {
      report(
        location.appending("fault"), .invalidValue,
        "the fault \(fault.name) sends no status; remove the fault or the status")
    }
    return effect
  }

  private var isStep: Bool { if case .ofSequence = kind { true } else { false } }

  private mutating func scenario(_ members: MemberReader, among known: [String]) -> String? {
    guard let name = members.string("scenario", &diagnostics) else { return nil }
    if known.contains(where: { $0.hasSameScalars(as: name) }) { return name }
    report(
      location.appending("scenario"), .invalidValue, "there is no scenario \(quoted(name))",
      hint: NearestName.hint(for: name, among: known)
        ?? "a scenario is a file, _scenarios/\(name.prefix(80)).json")
    return nil
  }

  private mutating func route(_ match: MemberReader) -> RoutePattern? {
    guard let text = match.string("route", &diagnostics) else { return nil }
    do throws(Route.NameError) {
      return try RoutePattern(text)
    } catch {
      report(match.pointer.appending("route"), .invalidValue, error.message, hint: RoutePattern.hint)
      return nil
    }
  }

  private mutating func probability(_ match: MemberReader) -> Double {
    guard let number = match.number("probability", &diagnostics) else { return 1 }
    if (0...1).contains(number.doubleValue) { return number.doubleValue }
    report(
      match.pointer.appending("probability"), .invalidValue, "\"probability\" cannot be \(number.text)",
      hint: "write a number from 0 to 1")
    return 1
  }

  private mutating func delay(_ value: JSONValue) -> MockDelay? {
    switch value {
    case .number(let number):
      if let fixed = number.intValue, (0...MockDelay.maximum).contains(fixed) { return .fixed(fixed) }
    case .object(let object):
      let isSpread = object["median"] != nil || object["sigma"] != nil
      let names = isSpread ? ["median", "sigma"] : ["from", "to"]
      let known = diagnostics.count
      guard
        let members = MemberReader(
          value, at: location.appending("delay"), named: "a delay", allowed: names, &diagnostics)
      else { return nil }
      for name in names { _ = members.required(name, of: "a delay", &diagnostics) }
      if isSpread {
        let median = amount("median", upTo: Double(MockDelay.maximum), members)
        let sigma = amount("sigma", upTo: 10, members)
        return median.flatMap { median in sigma.map { .lognormal(median: median, sigma: $0) } }
      }
      let from = members.integer("from", in: 0...MockDelay.maximum, &diagnostics)
      let to = members.integer("to", in: 0...MockDelay.maximum, &diagnostics)
      if let from, let to, from <= to { return .range(from, to) }
      // An error in one of the two members has already been reported.
      guard diagnostics.count == known else { return nil }
    default: break
    }
    report(
      location.appending("delay"), .invalidValue, "\"delay\" cannot be \(value.text.prefix(80))",
      hint: "milliseconds up to \(MockDelay.maximum), {\"from\", \"to\"} or {\"median\", \"sigma\"}")
    return nil
  }

  private mutating func amount(_ name: String, upTo bound: Double, _ members: MemberReader) -> Double? {
    guard let number = members.number(name, &diagnostics) else { return nil }
    if (0...bound).contains(number.doubleValue) { return number.doubleValue }
    report(
      members.pointer.appending(name), .invalidValue, "\(quoted(name)) cannot be \(number.text)",
      hint: "write a number from 0 to \(Int(bound))")
    return nil
  }

  private mutating func report(
    _ location: JSONPointer, _ code: Diagnostic.Code, _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: location, message, hint: hint))
  }
}
