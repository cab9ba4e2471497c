import Foundation
import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET`, `PUT` and `DELETE /admin/screens/{route}/draft`.
  func draft(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let precondition = AdminPrecondition(request)
    switch request.method {
    case .put:
      let saved = try publisher.saveDraft(
        body, of: route, by: parameters.author, base: parameters.baseVersion, dryRun: parameters.dryRun,
        precondition: precondition.allows(tag:))
      var object: JSONObject = [
        "route": .string(route.name), "baseVersion": .number(JSONNumber(saved.draft.baseVersion)),
        "errors": saved.diagnostics.json,
      ]
      if parameters.dryRun { object["dryRun"] = JSONValue.bool(true) }
      var response = Self.json(.object(object), saved.isNew && !parameters.dryRun ? 201 : 200)
      if !parameters.dryRun { response.add("ETag", "\"\(saved.draft.tag)\"") }
      return response
    case .delete:
      try publisher.deleteDraft(
        of: route, by: parameters.author, dryRun: parameters.dryRun,
        precondition: precondition.allows(tag:))
      return Self.json(["route": .string(route.name)])
    default:
      let checked = try publisher.draft(of: route)
      let draft = checked.draft
      var response = Self.json([
        "definition": draft.definition, "baseVersion": .number(JSONNumber(draft.baseVersion)),
        "errors": checked.diagnostics.json, "schedule": draft.schedule.map(\.json) ?? JSONValue.null,
        "savedAt": .string(Timestamp.text(draft.savedAt)), "by": .string(draft.by),
        "message": draft.message.map { .string($0) } ?? JSONValue.null,
      ])
      response.add("ETag", "\"\(draft.tag)\"")
      return response
    }
  }

  /// `POST` and `DELETE /admin/screens/{route}/publish`.
  func publishDraft(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    if request.method == .delete {
      if !parameters.dryRun { try publisher.cancelSchedule(of: route, by: parameters.author) }
      return Self.json(["route": .string(route.name), "schedule": .null])
    }
    let precondition = AdminPrecondition(request)
    if let time = try PublicationTime(body).seconds, time > Date().timeIntervalSince1970 {
      guard serving.sessions != nil else {
        return Self.notInSession("nothing is published by itself in a session")
      }
      let schedule = try publisher.schedule(
        route, at: time, by: parameters.author, dryRun: parameters.dryRun,
        allowsReassignment: parameters.allowsReassignment,
        precondition: precondition.allows(anyOf:))
      return Self.json(["route": .string(route.name), "schedule": schedule.json], 202)
    }
    let outcome = try publisher.publishDraft(
      of: route, by: parameters.author, dryRun: parameters.dryRun,
      allowsReassignment: parameters.allowsReassignment, precondition: precondition.allows(anyOf:))
    return answer(outcome, dryRun: parameters.dryRun)
  }
}

extension Diagnostics {
  var json: JSONValue { .array(kept.map(\.json)) }
}

extension Draft.Schedule {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["at": .string(Timestamp.text(at)), "by": .string(by)]
    if let message { object["message"] = .string(message) }
    if let failure { object["error"] = .string(failure) }
    return .object(object)
  }
}
