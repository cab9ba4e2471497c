import Assignment
import HTTPWire
import JSONText
import ScreenChaos
import Screens

/// Reads the JSON of a rule, and reports everything that is wrong with it.
struct MockRuleReader {
  /// For conditions that name them.
  private let groups: ConditionGroups
  private(set) var diagnostics = Diagnostics()

  private static let effects = ["delay", "bytesPerSecond", "status", "fault", "chaos"]
  private static let matchMembers = ["route", "condition", "nth", "probability", "times"]

  init(groups: ConditionGroups) { self.groups = groups }

  mutating func locate(in document: JSONDocument) { diagnostics.locate(in: document) }

  mutating func rule(_ value: JSONValue, name: String) -> MockRule? {
    let place = JSONPointer(tokens: ["match"])
    guard
      let members = MemberReader(
        value, at: .root, named: "a rule", allowed: ["match", "order", "seed"] + Self.effects, &diagnostics),
      let match = MemberReader(
        members.object["match"] ?? .object([:]), at: place, named: "a match", allowed: Self.matchMembers,
        &diagnostics)
    else { return nil }
    let effect = effect(members)
    return MockRule(
      name: name, json: value, route: route(match),
      condition: match.object["condition"].flatMap {
        ConditionReader.read($0, at: place.appending("condition"), groups: groups, &diagnostics)
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
    if effect.isNone, diagnostics.isEmpty {
      refuse(.root, .missingMember, "a rule does something", hint: Self.effects.joined(separator: ", "))
    }
    if effect.status != nil, let fault = effect.fault, fault != .half {
      refuse(
        JSONPointer(tokens: ["fault"]), .invalidValue, "no status is sent with the fault \(fault.rawValue)")
    }
    return effect
  }

  private mutating func route(_ match: MemberReader) -> String? {
    guard let text = match.string("route", &diagnostics) else { return nil }
    let stem = text == "*" ? "x" : text.hasSuffix("/*") ? String(text.dropLast(2)) : text
    do throws(Route.Fault) {
      _ = try Route(stem)
    } catch {
      refuse(match.pointer.appending("route"), .invalidValue, error.message, hint: "home, menu/* or *")
    }
    return text
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
      JSONPointer(tokens: ["delay"]), .invalidValue, "\"delay\" cannot be \(value.text.prefix(80))",
      hint: "milliseconds up to \(MockDelay.maximum), {\"from\", \"to\"} or {\"median\", \"sigma\"}")
    return nil
  }

  private mutating func refuse(
    _ place: JSONPointer, _ code: Diagnostic.Code, _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: place, message, hint: hint))
  }
}
