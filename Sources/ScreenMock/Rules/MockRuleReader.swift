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
    return ["route", "path", "condition", "nth", "probability", "times"]
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
      name: name, json: value, route: route(match), path: path(match),
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
    effect.delay = members.object["delay"].flatMap {
      MockDelay.read($0, at: location.appending("delay"), &diagnostics)
    }
    effect.bytesPerSecond = members.integer("bytesPerSecond", in: 1...Int.max, &diagnostics)
    effect.status = members.integer("status", in: MockEffect.statuses, &diagnostics)
    effect.fault = MockFault.read(members, &diagnostics)
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

  private mutating func path(_ match: MemberReader) -> RoutePattern? {
    guard let text = match.string("path", &diagnostics) else { return nil }
    let location = match.pointer.appending("path")
    if match.object["route"] != nil {
      report(location, .invalidValue, "a match has either \"route\" or \"path\"")
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      report(
        location, .invalidValue, "a path begins with \"/\"",
        hint: "such as /api/**; * matches any characters within a segment, ** any characters")
      return nil
    }
    return RoutePattern(path: text)
  }

  private mutating func probability(_ match: MemberReader) -> Double {
    guard let number = match.number("probability", &diagnostics) else { return 1 }
    if (0...1).contains(number.doubleValue) { return number.doubleValue }
    report(
      match.pointer.appending("probability"), .invalidValue, "\"probability\" cannot be \(number.text)",
      hint: "write a number from 0 to 1")
    return 1
  }

  private mutating func report(
    _ location: JSONPointer, _ code: Diagnostic.Code, _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: location, message, hint: hint))
  }
}
