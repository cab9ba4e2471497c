import Foundation
import JSONText
import Screens

/// A matcher of WireMock, such as `{"equalTo": "1"}`, with its place.
struct WireMockMatcher {
  let source: JSONValue
  let place: [String]

  init(_ source: JSONValue, _ place: [String]) {
    self.source = source
    self.place = place
  }

  /// The members that say how another member matches.
  private static let options: Set<String> = [
    "caseInsensitive", "ignoreArrayOrder", "ignoreExtraElements", "schemaVersion",
  ]

  func condition(on subject: WireMockSubject) throws(NoCounterpart) -> WireMockCondition {
    guard case .object(let object) = source else {
      throw NoCounterpart(tokens: place, reason: "a matcher is an object, such as {\"equalTo\": \"1\"}")
    }
    let members = object.filter { !Self.options.contains($0.name) }
    if let member = members.first(where: { ["equalToXml", "matchesXPath"].contains($0.name) }) {
      throw NoCounterpart(tokens: place + [member.name], reason: "conditions do not read XML")
    }
    guard let member = members.first, members.count == 1 else {
      let names = members.map { quoted($0.name) }.joined(separator: ", ")
      throw NoCounterpart(
        tokens: place,
        reason: members.isEmpty ? "a matcher is missing" : "conditions have no \(names) together")
    }
    let place = place + [member.name]
    switch member.name {
    case "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch":
      guard case .string(let text) = member.value else {
        throw NoCounterpart(tokens: place, reason: "this is a string in the files of WireMock")
      }
      return try condition(member.name, text, on: subject, place)
    case "absent": return subject.exists(member.value == false)
    case "anything": return .always
    case "and": return WireMockCondition(all: try operands(member.value, place, on: subject).flatMap(\.parts))
    case "or": return WireMockCondition(any: try operands(member.value, place, on: subject))
    case "not": return WireMockCondition(not: try WireMockMatcher(member.value, place).condition(on: subject))
    case "hasExactly", "includes":
      guard let name = subject.listName else { break }
      let all = try operands(member.value, place, on: subject)
      // Each operand is `{NAME: {"$all": [TEST]}}`, unless it is about missing values.
      let tests = all.map { $0.parts.count == 1 ? $0.parts[0][name]?["$all"]?.arrayValue ?? [] : [] }
      guard tests.allSatisfy({ !$0.isEmpty }) else { break }
      var operators = JSONObject()
      if member.name == "hasExactly" { operators["$size"] = .number(JSONNumber(all.count)) }
      operators["$all"] = .array(tests.flatMap(\.self))
      return WireMockCondition([name: .object(operators)])
    case "greaterThanNumber", "greaterThanEqualNumber", "lessThanNumber", "lessThanEqualNumber",
      "equalToNumber":
      return try number(member.name, member.value, on: subject, place)
    case "before", "after", "equalToDateTime": return try date(member.name, member.value, on: subject, place)
    case "binaryEqualTo":
      guard case .body = subject,
        let text = member.value.stringValue.flatMap({ Data(base64Encoded: $0) })
          .flatMap({ String(validating: $0, as: UTF8.self) })
      else { throw NoCounterpart(tokens: place, reason: "conditions do not read bodies that are no text") }
      return subject.equals(text)
    case "equalToJson", "matchesJsonSchema", "matchesJsonPath":
      guard let name = subject.jsonName else {
        throw NoCounterpart(tokens: place, reason: "conditions read no JSON in a text")
      }
      return try json(member.name, member.value, on: name, place)
    default: break
    }
    throw NoCounterpart(tokens: place, reason: "conditions have no \(quoted(member.name)) here")
  }

  private func operands(
    _ value: JSONValue, _ place: [String], on subject: WireMockSubject
  ) throws(NoCounterpart) -> [WireMockCondition] {
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw NoCounterpart(tokens: place, reason: "this is a list of matchers")
    }
    var conditions: [WireMockCondition] = []
    for (index, element) in elements.enumerated() {
      conditions.append(try WireMockMatcher(element, place + [String(index)]).condition(on: subject))
    }
    return conditions
  }

  // MARK: Texts

  private func condition(
    _ name: String, _ text: String, on subject: WireMockSubject, _ place: [String]
  ) throws(NoCounterpart) -> WireMockCondition {
    let ignoresCase = source["caseInsensitive"] == true
    switch name {
    case "equalTo":
      return ignoresCase && text.lowercased() != text.uppercased()
        ? subject.passes(["$ini": [.string(text)]]) : subject.equals(text)
    case "contains":
      return subject.passes([ignoresCase ? "$regexi" : "$regex": .string(WireMockPattern.escaped(text))])
    case "doesNotContain":
      return subject.isMissingOr([
        ignoresCase ? "$notRegexi" : "$notRegex": .string(WireMockPattern.escaped(text))
      ])
    default: break
    }
    let pattern = try WireMockPattern(text, place)
    if name == "matches" {
      if pattern.matchesAll { return subject.exists(true) }
      return subject.passes([pattern.operation: pattern.whole(subject.reach)])
    }
    if pattern.matchesAll { return subject.exists(false) }
    return subject.isMissingOr([
      pattern.ignoresCase ? "$notRegexi" : "$notRegex": pattern.whole(subject.reach)
    ])
  }

  // MARK: Numbers and dates

  private func number(
    _ name: String, _ value: JSONValue, on subject: WireMockSubject, _ place: [String]
  ) throws(NoCounterpart) -> WireMockCondition {
    guard let number = value.numberValue ?? value.stringValue.flatMap({ JSONNumber(text: $0) }) else {
      throw NoCounterpart(tokens: place, reason: "this is a number")
    }
    let operand = JSONValue.number(number)
    var operators: JSONObject =
      switch name {
      case "greaterThanNumber": ["$gt": operand]
      case "greaterThanEqualNumber": ["$gte": operand]
      case "lessThanNumber": ["$lt": operand]
      case "lessThanEqualNumber": ["$lte": operand]
      default: ["$gte": operand, "$lte": operand]
      }
    // The empty text is 0 for conditions, and no number for WireMock.
    operators["$ne"] = ""
    return subject.passes(operators)
  }

  /// The form of dates that conditions compare: as text, so all need the same.
  private static let dateExpression = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d"

  private func date(
    _ name: String, _ value: JSONValue, on subject: WireMockSubject, _ place: [String]
  ) throws(NoCounterpart) -> WireMockCondition {
    let suffix = value.stringValue?.hasSuffix("Z") ?? false ? "Z$" : "$"
    let expression = Self.dateExpression + suffix
    guard let date = value.stringValue, (try? Regex(expression).wholeMatch(in: date)) != nil else {
      throw NoCounterpart(
        tokens: place,
        reason:
          "conditions compare dates such as 2026-01-31T00:00:00Z, not \(quoted(value.stringValue ?? ""))")
    }
    let operation = ["before": "$lt", "after": "$gt"][name] ?? "$eq"
    return subject.passes(["$regex": .string(expression), operation: .string(date)])
  }

  // MARK: JSON

  private func json(
    _ kind: String, _ value: JSONValue, on name: String, _ place: [String]
  ) throws(NoCounterpart) -> WireMockCondition {
    switch kind {
    case "equalToJson":
      let expected = try Self.parsed(value, place)
      let equality = WireMockJSONEquality(
        ignoresExtraElements: source["ignoreExtraElements"] == true,
        ignoresArrayOrder: source["ignoreArrayOrder"] == true, place: place)
      return try equality.condition(expected, on: name)
    case "matchesJsonSchema":
      let version = source["schemaVersion"]?.stringValue ?? "V202012"
      guard ["V202012", "V201909"].contains(version) else {
        throw NoCounterpart(
          tokens: place, reason: "conditions read JSON Schema 2020-12, not \(quoted(version))")
      }
      return WireMockCondition([name: ["$exists": true, "$schema": try Self.parsed(value, place)]])
    default:
      guard name == "body" else {
        throw NoCounterpart(tokens: place, reason: "a JSONPath is one of the body")
      }
      let text = value.stringValue ?? value["expression"]?.stringValue ?? ""
      let path = try WireMockJSONPath(text, place)
      guard case .object(var matcher) = value else { return try path.condition(matching: nil) }
      matcher["expression"] = nil
      return try path.condition(matching: WireMockMatcher(.object(matcher), place))
    }
  }

  /// A JSON value that is written as a string or as itself.
  private static func parsed(_ value: JSONValue, _ place: [String]) throws(NoCounterpart) -> JSONValue {
    guard case .string(let text) = value else { return value }
    guard let parsed = try? JSONParser.parse(Array(text.utf8)) else {
      throw NoCounterpart(tokens: place, reason: "this string is no JSON")
    }
    return parsed
  }
}
