import Assignment
import HTTPWire
import JSONText
import ScreenChaos
import Screens

/// Reads the JSON of a rule, and reports everything that is wrong with it.
struct MockRuleReader {
  private(set) var diagnostics = Diagnostics()

  private static let members = [
    "match", "order", "seed", "delay", "bytesPerSecond", "status", "fault", "chaos",
  ]
  private static let matchMembers = ["route", "condition", "nth", "probability", "times"]

  mutating func locate(in document: JSONDocument) { diagnostics.locate(in: document) }

  mutating func rule(_ value: JSONValue, name: String) -> MockRule? {
    guard let object = object(value, at: .root, named: "a rule", allowed: Self.members) else { return nil }
    let place = JSONPointer(tokens: ["match"])
    let match =
      object["match"].flatMap { self.object($0, at: place, named: "a match", allowed: Self.matchMembers) }
      ?? [:]
    var effect = MockEffect()
    effect.delay = object["delay"].flatMap { delay($0) }
    effect.bytesPerSecond = integer(object, "bytesPerSecond", at: .root, 1...Int.max)
    effect.status = integer(object, "status", at: .root, 200...599).flatMap { MockEffect.status($0) }
    effect.fault = object["fault"].flatMap { fault($0) }
    effect.chaos = object["chaos"].flatMap { chaos($0) }
    if effect.isNone, diagnostics.isEmpty {
      refuse(
        .root, .missingMember, "a rule does something", hint: "delay, bytesPerSecond, status, fault or chaos")
    }
    if effect.status != nil, let fault = effect.fault, fault != .half {
      refuse(
        JSONPointer(tokens: ["fault"]), .invalidValue, "no status is sent with the fault \(fault.rawValue)")
    }
    return MockRule(
      name: name, json: value, route: route(match["route"], at: place.appending("route")),
      condition: match["condition"].flatMap { condition($0, at: place.appending("condition")) },
      nth: integer(match, "nth", at: place, 1...Int.max),
      probability: probability(match["probability"], at: place.appending("probability")),
      times: integer(match, "times", at: place, 0...Int.max),
      order: integer(object, "order", at: .root, Int.min...Int.max) ?? 0,
      seed: UInt64(bitPattern: Int64(integer(object, "seed", at: .root, Int.min...Int.max) ?? 0)),
      effect: effect)
  }

  private mutating func object(
    _ value: JSONValue, at place: JSONPointer, named noun: String, allowed: [String]
  ) -> JSONObject? {
    MemberReader(value, at: place, named: noun, allowed: allowed, &diagnostics)?.object
  }

  private mutating func route(_ value: JSONValue?, at place: JSONPointer) -> String? {
    guard let value else { return nil }
    guard case .string(let text) = value else {
      refuse(place, .wrongType, "\"route\" is a string, not \(value.kind.phrase)")
      return nil
    }
    let stem = text == "*" ? "x" : text.hasSuffix("/*") ? String(text.dropLast(2)) : text
    do throws(Route.Fault) {
      _ = try Route(stem)
    } catch {
      refuse(place, .invalidValue, error.message, hint: "home, menu/* or *")
    }
    return text
  }

  private mutating func condition(_ value: JSONValue, at place: JSONPointer) -> Condition? {
    do throws(ConditionError) {
      return try Condition(value, patterns: ConditionPatterns.compile)
    } catch {
      for fault in error.faults { refuse(place.appending(fault.pointer), .invalidCondition, fault.message) }
      return nil
    }
  }

  private mutating func probability(_ value: JSONValue?, at place: JSONPointer) -> Double {
    guard let value else { return 1 }
    guard let number = value.numberValue?.doubleValue, (0...1).contains(number) else {
      refuse(place, .invalidValue, "\"probability\" cannot be \(value.text.prefix(80))", hint: "from 0 to 1")
      return 1
    }
    return number
  }

  private mutating func integer(
    _ object: JSONObject, _ name: String, at place: JSONPointer, _ range: ClosedRange<Int>
  ) -> Int? {
    guard let value = object[name] else { return nil }
    guard let number = value.numberValue?.intValue, range.contains(number) else {
      let upper = range.upperBound == Int.max ? "" : " to \(range.upperBound)"
      let lower = range.lowerBound == Int.min ? "" : " from \(range.lowerBound)"
      refuse(
        place.appending(name), .invalidValue, "\(quoted(name)) cannot be \(value.text.prefix(80))",
        hint: "a whole number" + lower + upper)
      return nil
    }
    return number
  }

  private mutating func fault(_ value: JSONValue) -> MockEffect.Fault? {
    if let fault = value.stringValue.flatMap(MockEffect.Fault.init) { return fault }
    let names = MockEffect.Fault.allCases.map(\.rawValue)
    refuse(
      JSONPointer(tokens: ["fault"]), .invalidValue, "\"fault\" cannot be \(value.text.prefix(80))",
      hint: value.stringValue.flatMap { NearestName.hint(for: $0, among: names) }
        ?? names.joined(separator: ", "))
    return nil
  }

  private mutating func chaos(_ value: JSONValue) -> ChaosKind? {
    if let kind = value.stringValue.flatMap(ChaosKind.init) { return kind }
    let names = ChaosKind.allCases.map(\.rawValue)
    refuse(
      JSONPointer(tokens: ["chaos"]), .invalidValue, "\"chaos\" cannot be \(value.text.prefix(80))",
      hint: value.stringValue.flatMap { NearestName.hint(for: $0, among: names) }
        ?? names.joined(separator: ", "))
    return nil
  }

  private mutating func delay(_ value: JSONValue) -> MockDelay? {
    let place = JSONPointer(tokens: ["delay"])
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
      place, .invalidValue, "\"delay\" cannot be \(value.text.prefix(80))",
      hint: "milliseconds up to \(MockDelay.maximum), {\"from\", \"to\"} or {\"median\", \"sigma\"}")
    return nil
  }

  private mutating func refuse(
    _ place: JSONPointer, _ code: Diagnostic.Code, _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: place, message, hint: hint))
  }
}
