import Assignment
import Foundation
import JSONText
import ScreenMock
import Screens

/// A member of another tool's file without a counterpart.
struct NoCounterpart: Error {
  let tokens: [String]
  let reason: String
}

extension JSONValue {
  /// The members of an object; none of null.
  func members(at place: [String]) throws(NoCounterpart) -> JSONObject {
    switch self {
    case .object(let object): return object
    case .null: return [:]
    default: throw NoCounterpart(tokens: place, reason: "this is an object in the files of WireMock")
    }
  }

  /// The elements of an array; none of null.
  func elements(at place: [String]) throws(NoCounterpart) -> [JSONValue] {
    switch self {
    case .array(let elements): return elements
    case .null: return []
    default: throw NoCounterpart(tokens: place, reason: "this is an array in the files of WireMock")
    }
  }
}

/// A stub mapping of WireMock.
struct WireMockStub {
  let methods: [String]
  let path: WireMockPath
  let priority: Int
  let response: WireMockResponse
  /// The members that are left out although the stub is kept.
  private(set) var notes: [NoCounterpart] = []
  private let source: JSONValue

  static let allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  private static let defaultPriority = 5

  /// Whether a value of a file is a stub mapping.
  static func isStub(_ source: JSONValue) -> Bool { source["request"] != nil || source["response"] != nil }

  /// - Parameters:
  ///   - isTemplated: whether all responses have templates.
  ///   - file: reads a file of `__files`.
  init(_ source: JSONValue, isTemplated: Bool, file: (String) -> WireMockFile?) throws(NoCounterpart) {
    self.source = source
    let request = try (source["request"] ?? .null).members(at: ["request"])
    path = try WireMockPath(request)
    methods = try Self.methods(request["method"] ?? "ANY", &notes)
    switch source["priority"] {
    case .number(let number)?: priority = number.intValue ?? Self.defaultPriority
    case nil, .null?: priority = Self.defaultPriority
    case .string?, .bool?, .array?, .object?:
      priority = Self.defaultPriority
      notes.append(
        NoCounterpart(
          tokens: ["priority"], reason: "a priority is a number; \(Self.defaultPriority) is taken"))
    }
    response = try WireMockResponse(
      (source["response"] ?? .null).members(at: ["response"]), isTemplated: isTemplated, file: file, &notes)
    noteActions()
    if request["scheme"].map({ $0 != .null }) ?? false {
      notes.append(
        NoCounterpart(tokens: ["request", "scheme"], reason: "the stub answers any scheme"))
    }
    if request["customMatcher"]?["name"]?.stringValue == WireMockGraphQL.name {
      notes.append(NoCounterpart(tokens: ["request", "customMatcher"], reason: WireMockGraphQL.note))
    }
  }

  private static func methods(_ value: JSONValue, _ notes: inout [NoCounterpart]) throws(NoCounterpart)
    -> [String]
  {
    let place = ["request", "method"]
    var methods: [String]
    if let names = value["oneOf"]?.arrayValue {
      methods = names.compactMap(\.stringValue)
    } else if let names = value["noneOf"]?.arrayValue {
      methods = allMethods.filter { !names.contains(.string($0)) }
    } else {
      methods = [value.stringValue ?? ""]
    }
    if methods == ["ANY"] { methods = allMethods }
    if methods == ["GET_OR_HEAD"] { methods = ["GET"] }
    if methods == ["HEAD"] {
      methods = ["GET"]
      notes.append(NoCounterpart(tokens: place, reason: "the stub answers GET, too"))
    }
    // GET includes HEAD.
    if methods.contains("GET") { methods.removeAll { $0 == "HEAD" } }
    guard !methods.isEmpty, methods.allSatisfy({ allMethods.contains($0) }) else {
      throw NoCounterpart(
        tokens: place,
        reason: "endpoints have no method \(value.stringValue.map { quoted($0) } ?? value.text)")
    }
    return methods
  }

  /// Notes the actions that WireMock runs after a response. They change nothing in it.
  private mutating func noteActions() {
    for member in ["postServeActions", "serveEventListeners"] {
      let actions: [(name: String, action: JSONValue, token: String)] =
        switch source[member] {
        case .array(let elements)?:
          elements.enumerated().map { ($0.element["name"]?.stringValue ?? "", $0.element, String($0.offset)) }
        case .object(let object)?: object.map { ($0.name, $0.value, $0.name) }
        default: []
        }
      for (name, action, token) in actions {
        let url = (action["parameters"] ?? action)["url"]?.stringValue
        let reason =
          name == "webhook"
          ? "no request is sent\(url.map { " to \(quoted($0))" } ?? "")"
          : "there is no action \(quoted(name))"
        notes.append(NoCounterpart(tokens: [member, token], reason: reason))
      }
    }
  }

  // MARK: At an endpoint

  /// What the stub's templates name at an endpoint.
  func values(at places: WireMockPlaces, _ method: String) -> WireMockValues {
    WireMockValues(
      places: places, path: path, method: method,
      parameters: source["response"]?["transformerParameters"] ?? [:])
  }

  /// What a request for an endpoint must be for this stub to answer it.
  /// - Returns: nil if there is no such request.
  func condition(at values: WireMockValues) throws(NoCounterpart) -> WireMockCondition? {
    guard let places = path.condition(at: values.places) else { return nil }
    let request = try (source["request"] ?? .null).members(at: ["request"])
    var condition = WireMockCondition(all: path.condition.map { [$0] } ?? places)
    for member in try (request["pathParameters"] ?? .null).members(at: ["request", "pathParameters"]) {
      let place = ["request", "pathParameters", member.name]
      guard let test = try pathParameter(member.name, WireMockMatcher(member.value, place), values) else {
        return nil
      }
      condition.add(test)
    }
    try WireMockRequest(request).add(to: &condition)
    try addScenario(to: &condition)
    return condition
  }

  /// - Returns: nil if the path of the endpoint does not match.
  private func pathParameter(
    _ name: String, _ matcher: WireMockMatcher, _ values: WireMockValues
  ) throws(NoCounterpart) -> WireMockCondition? {
    guard let index = path.variables[name], values.places.segments.indices.contains(index) else {
      throw NoCounterpart(tokens: matcher.place, reason: "the path has no placeholder \(quoted(name))")
    }
    let condition = try matcher.condition(on: .text(values.places.name(at: index)))
    switch values.places.segments[index] {
    case .any: return condition
    case .rest:
      throw NoCounterpart(tokens: matcher.place, reason: "\(values.places.path) has no such segment")
    case .literal(let text):
      let fixed = try matcher.condition(on: .text("path.fixed"))
      var ignored = Diagnostics()
      let test = ConditionReader.read(.object(fixed.object ?? [:]), at: .root, groups: .none, &ignored)
      let attributes = Attributes(["path": ["fixed": .string(text)]])
      return test?.passes(attributes) ?? false ? .always : nil
    }
  }

  private func addScenario(to condition: inout WireMockCondition) throws(NoCounterpart) {
    guard let scenario = source["scenarioName"]?.stringValue else { return }
    try WireMockRequest.requireName(scenario, ["scenarioName"])
    let name = "state.\(scenario)"
    switch source["requiredScenarioState"]?.stringValue {
    case "Started"?:
      condition.add(
        WireMockCondition(any: [
          WireMockCondition([name: ["$exists": false]]), WireMockCondition([name: "Started"]),
        ]))
    case let state?: condition.add(WireMockCondition([name: .string(state)]))
    case nil: break
    }
  }

  /// The response of an endpoint, without its condition.
  /// - Parameter asset: the name of the file in `_assets/`.
  func response(at values: WireMockValues, asset: String?) throws(NoCounterpart) -> JSONObject {
    var json = try response.json(values, asset: asset)
    if let scenario = source["scenarioName"]?.stringValue, let state = source["newScenarioState"]?.stringValue
    {
      json["set"] = .object([scenario: .string(ConvertedEndpoints.escaped(state))])
    }
    return json
  }
}
