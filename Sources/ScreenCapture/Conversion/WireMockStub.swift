import Foundation
package import JSONText
import Screens

/// A stub mapping of WireMock as parts of an endpoint.
struct WireMockStub {
  /// A member without a counterpart.
  struct NoCounterpart: Error {
    let tokens: [String]
    let reason: String
  }

  private(set) var methods: [String]
  private(set) var path = ""
  let priority: Int
  private var conditions: [JSONObject] = []
  private var response = JSONObject()

  private static let defaultPriority = 5
  static let allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  /// - Parameter file: reads a file of `__files`.
  init(_ stub: JSONValue, file: (String) -> [UInt8]?) throws(NoCounterpart) {
    priority = stub["priority"]?.numberValue?.intValue ?? Self.defaultPriority
    let request = stub["request"]?.objectValue ?? [:]
    let method = request["method"]?.stringValue ?? "ANY"
    methods = method == "ANY" ? Self.allMethods : [method]
    guard methods.allSatisfy({ Self.allMethods.contains($0) }) else {
      throw NoCounterpart(
        tokens: ["request", "method"], reason: "endpoints have no method \(quoted(method))")
    }
    try readPath(request)
    try readMatchers(request)
    try readScenario(stub)
    try readResponse(stub["response"]?.objectValue ?? [:], file)
    for member in stub.objectValue ?? [:]
    where ["postServeActions", "serveEventListeners"].contains(member.name) {
      throw NoCounterpart(tokens: [member.name], reason: "endpoints have no actions")
    }
  }

  /// The response of an endpoint with this stub's path and method.
  var json: JSONValue {
    var json = JSONObject()
    if let condition { json["when"] = condition }
    for member in response { json[member.name] = member.value }
    return .object(json)
  }

  var hasCondition: Bool { !conditions.isEmpty }

  private var condition: JSONValue? {
    guard let first = conditions.first else { return nil }
    return .object(conditions.count == 1 ? first : ["$and": .array(conditions.map { .object($0) })])
  }

  private mutating func require(_ name: String, _ test: JSONValue) { conditions.append([name: test]) }

  // MARK: Paths

  private mutating func readPath(_ request: JSONObject) throws(NoCounterpart) {
    if let url = request["url"]?.stringValue {
      let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      path = String(parts.first ?? "")
      for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
        let names = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = names.map { $0.replacing("+", with: " ").removingPercentEncoding ?? String($0) }
        try requireName(decoded[0], ["request", "url"])
        require("query.\(decoded[0])", .string(decoded.count > 1 ? decoded[1] : ""))
      }
    } else if let literal = request["urlPath"]?.stringValue ?? request["urlPathTemplate"]?.stringValue {
      path = literal
    } else if let pattern = request["urlPathPattern"]?.stringValue ?? request["urlPattern"]?.stringValue {
      let member = request["urlPathPattern"] == nil ? "urlPattern" : "urlPathPattern"
      try readPattern(pattern, ["request", member])
    } else {
      throw NoCounterpart(tokens: ["request"], reason: "an endpoint needs a path")
    }
    if let test = request["pathParameters"]?.objectValue {
      for member in test {
        try match("path.\(member.name)", member.value, ["request", "pathParameters", member.name])
      }
    }
  }

  /// Reads a regular expression whose segments are literal, or stand for one segment each.
  private mutating func readPattern(_ pattern: String, _ tokens: [String]) throws(NoCounterpart) {
    // A slash within `[^/]` divides no segments.
    let anySegment = "\u{1}"
    let whole = pattern.replacing("[^/]+", with: anySegment).replacing("[^/]*", with: anySegment)
    var path = ""
    var tests: [(String, String)] = []
    for (index, segment) in whole.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      if index == 0, segment.isEmpty { continue }
      let plain = segment.replacing("\\.", with: "\u{2}").replacing("\\-", with: "-")
      if plain.allSatisfy({ !"\\^$.|?*+()[]{}\u{1}".contains($0) }) {
        path += "/" + plain.replacing("\u{2}", with: ".")
        continue
      }
      guard !segment.contains(".*"), !segment.contains(".+") else {
        throw NoCounterpart(
          tokens: tokens, reason: "a placeholder stands for one segment, not for \(quoted(pattern))")
      }
      let name = "segment\(index)"
      path += "/{\(name)}"
      if segment != anySegment {
        tests.append((name, String(segment.replacing(anySegment, with: "[^/]+"))))
      }
    }
    self.path = path
    for (name, expression) in tests { require("path.\(name)", ["$regex": .string("^(?:\(expression))$")]) }
  }

  // MARK: Matchers

  private static let ignored: Set<String> = [
    "method", "url", "urlPath", "urlPathTemplate", "urlPathPattern", "urlPattern", "pathParameters",
  ]

  private mutating func readMatchers(_ request: JSONObject) throws(NoCounterpart) {
    for member in request where !Self.ignored.contains(member.name) {
      let tokens = ["request", member.name]
      switch member.name {
      case "queryParameters", "headers", "formParameters":
        let source =
          ["queryParameters": "query", "headers": "headers", "formParameters": "form"][member.name] ?? ""
        for test in member.value.objectValue ?? [:] {
          let name = source == "headers" ? test.name.lowercased() : test.name
          try requireName(name, tokens + [test.name])
          try match("\(source).\(name)", test.value, tokens + [test.name])
        }
      case "basicAuthCredentials", "basicAuth":
        let text =
          "\(member.value["username"]?.stringValue ?? ""):\(member.value["password"]?.stringValue ?? "")"
        require("headers.authorization", .string("Basic " + Data(text.utf8).base64EncodedString()))
      case "bodyPatterns":
        for (index, pattern) in (member.value.arrayValue ?? []).enumerated() {
          try readBody(pattern, tokens + [String(index)])
        }
      default: throw NoCounterpart(tokens: tokens, reason: "conditions have no counterpart")
      }
    }
  }

  /// A name that conditions can write: dots divide the names of members.
  private func requireName(_ name: String, _ tokens: [String]) throws(NoCounterpart) {
    guard !name.isEmpty, !name.contains(".") else {
      throw NoCounterpart(tokens: tokens, reason: "conditions cannot name \(quoted(name))")
    }
  }

  private mutating func match(_ name: String, _ matcher: JSONValue, _ tokens: [String]) throws(NoCounterpart)
  {
    let ignoresCase = matcher["caseInsensitive"] == true
    for member in matcher.objectValue ?? [:] where member.name != "caseInsensitive" {
      let text = member.value.stringValue ?? ""
      switch member.name {
      case "equalTo" where ignoresCase:
        require(name, ["$regexi": .string("^\(NSRegularExpression.escapedPattern(for: text))$")])
      case "equalTo": require(name, .string(text))
      case "contains": require(name, ["$regex": .string(NSRegularExpression.escapedPattern(for: text))])
      case "doesNotContain":
        require(name, ["$not": ["$regex": .string(NSRegularExpression.escapedPattern(for: text))]])
      case "matches": require(name, ["$regex": .string("^(?:\(text))$")])
      case "doesNotMatch": require(name, ["$not": ["$regex": .string("^(?:\(text))$")]])
      case "absent": require(name, ["$exists": .bool(member.value != true)])
      default:
        throw NoCounterpart(tokens: tokens + [member.name], reason: "conditions have no counterpart")
      }
    }
  }

  private mutating func readBody(_ pattern: JSONValue, _ tokens: [String]) throws(NoCounterpart) {
    if let json = pattern["equalToJson"] {
      let value = json.stringValue.flatMap { try? JSONParser.parse(Array($0.utf8)) } ?? json
      guard pattern["ignoreExtraElements"] == true else {
        throw NoCounterpart(
          tokens: tokens + ["equalToJson"],
          reason: "conditions do not exclude other members; see ignoreExtraElements")
      }
      try requireMembers(of: value, "body", tokens)
    } else if let path = pattern["matchesJsonPath"] {
      let expression = path["expression"]?.stringValue ?? path.stringValue ?? ""
      guard let name = Self.name(ofJSONPath: expression) else {
        throw NoCounterpart(
          tokens: tokens + ["matchesJsonPath"], reason: "conditions name members, not \(quoted(expression))")
      }
      if case .object(var matcher) = path {
        matcher["expression"] = nil
        try match(name, .object(matcher), tokens)
      } else {
        require(name, ["$exists": true])
      }
    } else {
      throw NoCounterpart(tokens: tokens, reason: "conditions have no counterpart")
    }
  }

  private mutating func requireMembers(of value: JSONValue, _ name: String, _ tokens: [String])
    throws(NoCounterpart)
  {
    switch value {
    case .object(let object):
      for member in object {
        try requireName(member.name, tokens)
        try requireMembers(of: member.value, "\(name).\(member.name)", tokens)
      }
    case .array, .null, .bool, .number, .string: require(name, value)
    }
  }

  /// `body.items.0.id` for `$.items[0].id`; nil for an expression that is no such path.
  private static func name(ofJSONPath path: String) -> String? {
    guard path.hasPrefix("$."), path.allSatisfy({ $0.isLetter || $0.isNumber || "$._[]-".contains($0) })
    else {
      return nil
    }
    let steps = path.dropFirst(2).replacing("]", with: "").replacing("[", with: ".").split(
      separator: ".", omittingEmptySubsequences: false)
    return steps.contains("") ? nil : "body." + steps.joined(separator: ".")
  }

  // MARK: Scenarios

  private mutating func readScenario(_ stub: JSONValue) throws(NoCounterpart) {
    guard let scenario = stub["scenarioName"]?.stringValue else { return }
    try requireName(scenario, ["scenarioName"])
    let name = "state.\(scenario)"
    switch stub["requiredScenarioState"]?.stringValue {
    case "Started"?:
      conditions.append(["$or": [.object([name: ["$exists": false]]), .object([name: "Started"])]])
    case let state?: require(name, .string(state))
    case nil: break
    }
    if let state = stub["newScenarioState"]?.stringValue {
      response["set"] = .object([scenario: .string(ConvertedEndpoints.escaped(state))])
    }
  }

  // MARK: Responses

  private static let faults = [
    "CONNECTION_RESET_BY_PEER": "reset", "EMPTY_RESPONSE": "empty", "RANDOM_DATA_THEN_CLOSE": "garbage",
    "MALFORMED_RESPONSE_CHUNK": "half",
  ]

  private mutating func readResponse(_ source: JSONObject, _ file: (String) -> [UInt8]?) throws(NoCounterpart)
  {
    for member in source {
      let tokens = ["response", member.name]
      switch member.name {
      case "status": if member.value != 200 { response["status"] = member.value }
      case "headers": response["headers"] = ConvertedEndpoints.escaped(member.value)
      case "jsonBody": response["body"] = ConvertedEndpoints.escaped(member.value)
      case "body": response["text"] = .string(ConvertedEndpoints.escaped(member.value.stringValue ?? ""))
      case "base64Body", "bodyFileName":
        let text = member.value.stringValue ?? ""
        let bytes = member.name == "base64Body" ? Data(base64Encoded: text).map { Array($0) } : file(text)
        guard let bytes, let body = String(validating: bytes, as: UTF8.self) else {
          throw NoCounterpart(tokens: tokens, reason: "put the file into _assets/ and name it as \"asset\"")
        }
        response["text"] = .string(ConvertedEndpoints.escaped(body))
      case "fixedDelayMilliseconds": response["delay"] = member.value
      case "delayDistribution": response["delay"] = try Self.delay(member.value, tokens)
      case "fault":
        guard let fault = member.value.stringValue.flatMap({ Self.faults[$0] }) else {
          throw NoCounterpart(tokens: tokens, reason: "there is no such fault")
        }
        response["fault"] = .string(fault)
      case "transformers" where member.value != []:
        throw NoCounterpart(
          tokens: tokens, reason: "write its placeholders as {{query.name}}, {{path.id}}, {{body.name}}")
      case "transformers": break
      case "statusMessage":
        throw NoCounterpart(tokens: tokens, reason: "a response has the usual words of its status")
      default: throw NoCounterpart(tokens: tokens, reason: "responses have no counterpart")
      }
    }
  }

  private static func delay(_ value: JSONValue, _ tokens: [String]) throws(NoCounterpart) -> JSONValue {
    switch value["type"] {
    case "lognormal"?: return ["median": value["median"] ?? 0, "sigma": value["sigma"] ?? 0]
    case "uniform"?: return ["from": value["lower"] ?? 0, "to": value["upper"] ?? 0]
    case "fixed"?: return value["milliseconds"] ?? 0
    default: throw NoCounterpart(tokens: tokens, reason: "there is no such distribution")
    }
  }
}

extension ConvertedEndpoints {
  /// Converts stub mappings of WireMock. Those with one method and path become the responses of one endpoint.
  /// - Parameters:
  ///   - mappings: the files of `mappings/` with their paths, in order.
  ///   - file: reads a file of `__files/`.
  package init(wireMock mappings: [(file: String, json: JSONValue)], file: (String) -> [UInt8]?) {
    self.init()
    var stubs: [(stub: WireMockStub, file: String, tokens: [String])] = []
    for (path, json) in mappings {
      let several = json["mappings"]?.arrayValue
      for (index, stub) in (several ?? [json]).enumerated() {
        let tokens = several == nil ? [] : ["mappings", String(index)]
        do throws(WireMockStub.NoCounterpart) {
          stubs.append((try WireMockStub(stub, file: file), path, tokens))
        } catch {
          leaveOut(path, tokens + error.tokens, error.reason)
        }
      }
    }
    // The lowest priority is first; of equal ones the stub that was added last.
    let ordered = stubs.enumerated().sorted {
      ($0.element.stub.priority, -$0.offset) < ($1.element.stub.priority, -$1.offset)
    }.map(\.element)
    var groups: [(method: String, path: String, responses: [JSONValue], isFull: Bool)] = []
    for (stub, file, tokens) in ordered {
      for method in stub.methods {
        var place = groups.firstIndex { $0.method == method && $0.path == stub.path }
        if place == nil {
          groups.append((method, stub.path, [], false))
          place = groups.count - 1
        }
        guard let place else { continue }
        if groups[place].isFull {
          leaveOut(file, tokens, "another stub without conditions answers \(method) \(stub.path) first")
          continue
        }
        groups[place].responses.append(stub.json)
        groups[place].isFull = !stub.hasCondition
      }
    }
    for group in groups {
      add(
        [
          "request": ["method": .string(group.method), "path": .string(group.path)],
          "responses": .array(group.responses),
        ], named: "\(group.method.lowercased())-\(group.path)")
    }
  }
}
