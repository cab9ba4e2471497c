import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET /admin/screens/{route}/diff`: of the current version from the one before it, unless others are named.
  func difference(
    _ route: Route, _ parameters: AdminParameters
  ) throws(ScreensError) -> HTTPResponse {
    let newest = publisher.newestVersion(of: route)
    // Nothing at all: the answer says which route is near.
    if newest == nil, parameters.from != .draft, parameters.to != .draft { _ = try publisher.current(route) }
    let to = parameters.to ?? .number(newest ?? 0)
    let new = try definition(to, of: route)
    let from: VersionName
    if let named = parameters.from {
      from = named
    } else if case .number(let number) = to {
      from = .number(try publisher.versions(of: route, before: number, limit: 1).first?.number ?? 0)
    } else {
      from = .number(newest ?? 0)
    }
    let difference = DefinitionDifference(from: try definition(from, of: route), to: new)
    var object: JSONObject = ["route": .string(route.name), "from": from.json, "to": to.json]
    for member in difference.json { object[member.name] = member.value }
    return Self.json(.object(object))
  }

  /// Before the first version there was nothing, and a version that deletes the screen leaves nothing.
  private func definition(_ name: VersionName, of route: Route) throws(ScreensError) -> JSONValue {
    switch name {
    case .draft: try publisher.draft(of: route).draft.definition
    case .number(0): .object([:])
    case .number(let number): try publisher.version(number, of: route).definition ?? .object([:])
    }
  }

  /// `GET /admin/audit`.
  func audit(_ parameters: AdminParameters) throws(ScreensError) -> HTTPResponse {
    let entries = try publisher.audit(before: parameters.before, limit: parameters.limit)
    return Self.json(["entries": .array(entries.map(\.json))])
  }
}

extension VersionName {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(JSONNumber(number))
    case .draft: "draft"
    }
  }
}

extension AuditEntry {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "at": .string(Timestamp.text(at)), "by": .string(by),
      "action": .string(action.rawValue), "subject": .string(subject),
    ]
    if let version { object["version"] = .number(JSONNumber(version)) }
    if let message { object["message"] = .string(message) }
    return .object(object)
  }
}
