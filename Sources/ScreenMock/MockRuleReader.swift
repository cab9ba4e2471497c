import Assignment
import HTTPWire
import JSONText
import ScreenChaos
import Screens

/// Reads the JSON of a rule, and reports everything that is wrong with it.
struct MockRuleReader {
  /// Where a rule stands, which decides what it may say.
  enum Kind {
    /// Set by an admin, who may name one of these scenarios.
    case set(scenarios: [String])
    case ofScenario
    /// One of a sequence: its place says when it is for.
    case ofSequence
  }

  /// For conditions that name them.
  private let groups: ConditionGroups
  private let kind: Kind
  private let place: JSONPointer
  private(set) var diagnostics = Diagnostics()

  private static let effects = ["delay", "bytesPerSecond", "status", "fault", "chaos"]

  init(groups: ConditionGroups, kind: Kind, at place: JSONPointer = .root) {
    self.groups = groups
    self.kind = kind
    self.place = place
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
      let members = MemberReader(value, at: place, named: "a rule", allowed: members, &diagnostics),
      let match = MemberReader(
        members.object["match"] ?? .object([:]), at: place.appending("match"), named: "a match",
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
    effect.status = members.integer("status", in: 200...599, &diagnostics).flatMap { MockEffect.status($0) }
    effect.fault = members.choice("fault", of: MockEffect.Fault.allCases.map(\.rawValue), &diagnostics)
      .flatMap { MockEffect.Fault(rawValue: $0) }
    effect.chaos = members.choice("chaos", of: ChaosKind.allCases.map(\.rawValue), &diagnostics)
      .flatMap { ChaosKind(rawValue: $0) }
    if case .set(let scenarios) = kind { effect.scenario = scenario(members, among: scenarios) }
    // A step of a sequence that does nothing is the screen as it is.
    if effect.isNone, diagnostics.isEmpty, !isStep {
      var known = Self.effects
      if case .set = kind { known.append("scenario") }
      refuse(place, .missingMember, "a rule does something", hint: known.joined(separator: ", "))
    }
    if effect.status != nil, let fault = effect.fault, fault != .half {
      refuse(
        place.appending("fault"), .invalidValue, "no status is sent with the fault \(fault.rawValue)")
    }
    return effect
  }

  private var isStep: Bool { if case .ofSequence = kind { true } else { false } }

  private mutating func scenario(_ members: MemberReader, among known: [String]) -> String? {
    guard let name = members.string("scenario", &diagnostics) else { return nil }
    if known.contains(name) { return name }
    refuse(
      place.appending("scenario"), .invalidValue, "there is no scenario \(quoted(name))",
      hint: NearestName.hint(for: name, among: known)
        ?? "a scenario is a file, _scenarios/\(name.prefix(80)).json")
    return nil
  }

  private mutating func route(_ match: MemberReader) -> RoutePattern? {
    guard let text = match.string("route", &diagnostics) else { return nil }
    do throws(Route.Fault) {
      return try RoutePattern(text)
    } catch {
      refuse(match.pointer.appending("route"), .invalidValue, error.message, hint: RoutePattern.hint)
      return nil
    }
  }

  private mutating func probability(_ match: MemberReader) -> Double {
    guard let number = match.number("probability", &diagnostics) else { return 1 }
    if (0...1).contains(number.doubleValue) { return number.doubleValue }
    refuse(
      match.pointer.appending("probability"), .invalidValue, "\"probability\" cannot be \(number.text)",
      hint: "from 0 to 1")
    return 1
  }

  private mutating func delay(_ value: JSONValue) -> MockDelay? {
    func time(_ value: JSONValue?) -> Int? {
      value?.numberValue?.intValue.flatMap { (0...MockDelay.maximum).contains($0) ? $0 : nil }
    }
    if let fixed = time(value) { return .fixed(fixed) }
    if case .object(let object) = value {
      if object.count == 2, let from = time(object["from"]), let to = time(object["to"]), from <= to {
        return .range(from, to)
      }
      if object.count == 2, let median = object["median"]?.numberValue?.doubleValue,
        let sigma = object["sigma"]?.numberValue?.doubleValue,
        (0...Double(MockDelay.maximum)).contains(median),
        (0...10).contains(sigma)
      {
        return .lognormal(median: median, sigma: sigma)
      }
    }
    refuse(
      place.appending("delay"), .invalidValue, "\"delay\" cannot be \(value.text.prefix(80))",
      hint: "milliseconds up to \(MockDelay.maximum), {\"from\", \"to\"} or {\"median\", \"sigma\"}")
    return nil
  }

  private mutating func refuse(
    _ place: JSONPointer, _ code: Diagnostic.Code, _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: place, message, hint: hint))
  }
}
