import Foundation
import JSONText
import Screens

/// The matchers of a stub's request, without those of its path.
struct WireMockRequest {
  private let members: JSONObject

  init(_ request: JSONObject) {
    members = request
  }

  /// The members that are converted elsewhere.
  private static let others = WireMockPath.members.union(["method", "pathParameters", "scheme"])
  /// The fields that a request has at most once.
  private static let singleFields: Set<String> = [
    "authorization", "content-length", "content-type", "cookie", "host", "user-agent",
  ]

  func add(to condition: inout WireMockCondition) throws(NoCounterpart) {
    for member in members where !Self.others.contains(member.name) && member.value != .null {
      let place = ["request", member.name]
      switch member.name {
      case "queryParameters": try add(member.value, "query", place, to: &condition)
      case "headers": try add(member.value, "headers", place, to: &condition)
      case "formParameters": try add(member.value, "form", place, to: &condition)
      case "cookies": try add(member.value, "cookies", place, to: &condition)
      case "basicAuthCredentials", "basicAuth":
        let parts = ["username", "password"].map { member.value[$0]?.stringValue ?? "" }
        let text = Data(parts.joined(separator: ":").utf8).base64EncodedString()
        condition.add(WireMockSubject.text("headers.authorization").equals("Basic \(text)"))
      case "bodyPatterns":
        for (index, pattern) in try member.value.elements(at: place).enumerated() {
          condition.add(try WireMockMatcher(pattern, place + [String(index)]).condition(on: .body))
        }
      case "customMatcher" where member.value["name"]?.stringValue == WireMockGraphQL.name:
        try WireMockGraphQL(member.value, place).add(to: &condition)
      case "multipartPatterns":
        for (index, pattern) in try member.value.elements(at: place).enumerated() {
          try add(part: pattern, place + [String(index)], to: &condition)
        }
      case "host": condition.add(try host(member.value, place))
      case "port":
        guard let port = member.value.numberValue?.intValue else {
          throw NoCounterpart(tokens: place, reason: "a port is a number")
        }
        condition.add(WireMockSubject.text("headers.host").passes(["$regex": .string(":\(port)$")]))
      case "clientIp":
        throw NoCounterpart(tokens: place, reason: "conditions do not know the client's address")
      case "customMatcher": throw NoCounterpart(tokens: place, reason: "endpoints have no extensions")
      default: throw NoCounterpart(tokens: place, reason: "conditions have no \(quoted(member.name))")
      }
    }
  }

  /// Adds the conditions on the texts of a source.
  private func add(
    _ tests: JSONValue, _ source: String, _ place: [String], to condition: inout WireMockCondition
  ) throws(NoCounterpart) {
    for test in try tests.members(at: place) {
      let name = source == "headers" ? test.name.lowercased() : test.name
      try Self.requireName(name, place + [test.name])
      let value = "\(source).\(name)"
      let isSingle = source == "cookies" || source == "headers" && Self.singleFields.contains(name)
      let matcher = WireMockMatcher(test.value, place + [test.name])
      condition.add(try matcher.condition(on: isSingle ? .text(value) : .texts(value)))
    }
  }

  /// Checks that conditions can write a name: dots divide the names of members.
  static func requireName(_ name: String, _ place: [String]) throws(NoCounterpart) {
    guard !name.isEmpty, !name.contains(".") else {
      throw NoCounterpart(tokens: place, reason: "conditions cannot name \(quoted(name))")
    }
  }

  /// The condition on the host, which the field has with its port.
  private func host(_ value: JSONValue, _ place: [String]) throws(NoCounterpart) -> WireMockCondition {
    let subject = WireMockSubject.text("headers.host")
    if let text = value["equalTo"]?.stringValue {
      return subject.passes(["$regexi": .string("^\(WireMockPattern.escaped(text))(:[0-9]+)?$")])
    }
    if let text = value["matches"]?.stringValue {
      let pattern = try WireMockPattern(text, place + ["matches"])
      return subject.passes([pattern.operation: .string("^\(pattern.text(.line))(:[0-9]+)?$")])
    }
    guard let text = value["contains"]?.stringValue else {
      throw NoCounterpart(tokens: place, reason: "a host is one with equalTo, contains or matches")
    }
    return subject.passes(["$regex": .string("^[^:]*\(WireMockPattern.escaped(text))")])
  }

  /// Adds the condition on a part of a `multipart/form-data` body.
  private func add(
    part: JSONValue, _ place: [String], to condition: inout WireMockCondition
  ) throws(NoCounterpart) {
    let headers = try (part["headers"] ?? .null).members(at: place + ["headers"])
    let disposition = headers["Content-Disposition"]?["contains"]?.stringValue ?? ""
    let name = disposition.wholeMatch(of: /name="([^".]+)"/)?.output.1
    guard part["matchingType"].map({ $0 == "ANY" }) ?? true, headers.count == 1, let name else {
      throw NoCounterpart(
        tokens: place,
        reason: "conditions name a part: one with only Content-Disposition, which contains name=\"NAME\"")
    }
    if part["fileName"].map({ $0 != .null }) ?? false {
      throw NoCounterpart(tokens: place + ["fileName"], reason: "write a condition on files.NAME.name")
    }
    let patterns = try (part["bodyPatterns"] ?? .null).elements(at: place + ["bodyPatterns"])
    if patterns.isEmpty {
      let names = ["form.\(name)", "files.\(name)"]
      condition.add(WireMockCondition(any: names.map { WireMockCondition([$0: ["$exists": true]]) }))
    }
    for (index, pattern) in patterns.enumerated() {
      let matcher = WireMockMatcher(pattern, place + ["bodyPatterns", String(index)])
      condition.add(try matcher.condition(on: .texts("form.\(name)")))
    }
  }
}
