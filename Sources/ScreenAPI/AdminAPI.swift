import HTTPWire
import JSONText
import SchemaCompatibility
import Screens

extension ScreenAPI {
  /// Everything under `/admin`: asks for the token, then works off the loop.
  func admin(_ request: borrowing HTTPRequest, _ segments: [String]) -> Reply {
    let bearer: Bearer
    switch self.bearer(request) {
    case .success(let known): bearer = known
    case .failure(let refusal):
      let problem = refusal.problem
      serving.tally.count("/admin", status: Int(problem.status.rawValue))
      return .response(problem.response.withoutCORS)
    }
    let resource: AdminResource?
    do throws(Route.Fault) {
      resource = try AdminResource(segments)
    } catch {
      var problem = Problem(400, "bad-route", "That is no route", error.message)
      if let hint = error.hint { problem.members = [("hint", .string(hint))] }
      return .response(problem.response.withoutCORS)
    }
    guard let resource else {
      return .response(Problem.notFound("/admin/" + segments.joined(separator: "/")).response.withoutCORS)
    }
    guard resource.methods.contains(String(decoding: request.methodName)) else {
      return .response(Problem.methodNotAllowed(resource.methods).response.withoutCORS)
    }
    let owned = request.owned()
    return offloaded(counting: resource.pattern) { responder in
      switch owned.withRequest({ perform(resource, $0, by: bearer, body: owned.body) }) {
      case .response(let response): responder.respond(.response(response.withoutCORS))
      case .exposures(let listing): send(listing, to: responder)
      case .requestEvents(let parameters):
        owned.withRequest { requestEvents($0, parameters, responder) }
      }
    }
  }

  private enum AdminAnswer {
    case response(HTTPResponse)
    /// Written in pieces.
    case exposures(ExposureListing)
    /// Written as they come.
    case requestEvents(AdminParameters)
  }

  private func perform(
    _ resource: AdminResource, _ request: borrowing HTTPRequest, by bearer: Bearer, body: [UInt8]
  ) -> AdminAnswer {
    do throws(ParameterError) {
      let parameters = try AdminParameters(request, of: resource, by: bearer)
      let reads = request.method == .get || request.method == .head
      if let refusal = bearer.refusal(needing: resource.scope(reads: reads, dryRun: parameters.dryRun)) {
        return .response(refusal.response)
      }
      do throws(ScreensError) {
        switch resource {
        case .requestEvents: return .requestEvents(parameters)
        case .exposures(let key):
          return .exposures(try exposures(of: key, as: parameters.format ?? ExposureFormat(for: request)))
        default: return .response(try response(of: resource, request, parameters, body))
        }
      } catch {
        return .response(Problem(error).response)
      }
    } catch {
      return .response(Problem.badParameter(error.name, error.detail).response)
    }
  }

  private func response(
    of resource: AdminResource, _ request: borrowing HTTPRequest, _ parameters: AdminParameters,
    _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    if serving.sessions == nil, resource.isOfTokens {
      return Self.notInSession("tokens are those of the server; make them there")
    }
    switch resource {
    case .screen(let route): return try screen(route, request, parameters, body)
    case .order(let route): return try reorder(route, request, parameters, body)
    case .versions(let route): return try versions(route, parameters)
    case .rollback(let route): return try rollback(route, request, parameters, body)
    case .diff(let route): return try difference(route, parameters)
    case .draft(let route): return try draft(route, request, parameters, body)
    case .publish(let route): return try publishDraft(route, request, parameters, body)
    case .items(let route): return try edit(route, .insertion(body), request, parameters)
    case .item(let route, let id):
      let edit: ItemEdit = request.method == .put ? try .replacement(of: id, body) : .removal(of: id)
      return try self.edit(route, edit, request, parameters)
    case .viewType(let name): return try setViewType(name, parameters, body)
    case .releases: return releases
    case .release(let name): return try release(name, request, parameters, body)
    case .tokens: return tokens
    case .token(let name): return try token(name, request, parameters, body)
    case .audit: return try audit(parameters)
    case .experiments: return experiments
    case .experiment(let key): return try experiment(key, request, parameters, body)
    case .results(let key): return try results(key)
    case .requests: return requests(request, parameters)
    case .requestCount: return requestCount(parameters)
    case .requestArchive: return requestArchive(parameters)
    case .verifyRequests: return try verifyRequests(body)
    case .mockRules: return mockRules(request)
    case .mockRule(let name): return try mockRule(name, request, body)
    case .sessions: return try sessions(request, body)
    case .session(let name): return session(name, request)
    case .mockScenario: return try mockScenario(request, body)
    // These are answered in pieces.
    case .requestEvents: return .problem(.internalFault)
    case .exposures(let key): throw .unknownExperiment(key, nearest: nil)
    }
  }

  private func screen(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let precondition = AdminPrecondition(request)
    switch request.method {
    case .put:
      let outcome = try publisher.publish(
        body, at: route, by: parameters.author, dryRun: parameters.dryRun,
        allowsReassignment: parameters.allowsReassignment, precondition: precondition.allows)
      return answer(outcome, dryRun: parameters.dryRun)
    case .patch:
      return try patch(route, request, parameters, body)
    case .delete:
      return answer(
        try publisher.delete(
          route, by: parameters.author, dryRun: parameters.dryRun, precondition: precondition.allows),
        dryRun: parameters.dryRun)
    default:
      let (json, number): (JSONValue, Int)
      if let version = parameters.version {
        let stored = try publisher.version(version, of: route)
        guard let definition = stored.definition else { throw .versionWithoutContent(version, route) }
        (json, number) = (definition, version)
      } else {
        let current = try publisher.current(route)
        (json, number) = (current.definition.json, current.version)
      }
      var response = Self.json(json)
      response.add("ETag", "\"\(number)\"")
      return response
    }
  }

  private func patch(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let type = request.field(.contentType).map { String(decoding: $0) } ?? ""
    let media = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard let kind = DefinitionPatch.Kind(rawValue: media) else {
      var problem = Problem(
        415, "unsupported-media-type", "The media type is not supported",
        "a patch is application/json-patch+json or application/merge-patch+json")
      problem.fields = [
        HTTPField("Accept-Patch", "application/json-patch+json, application/merge-patch+json")
      ]
      return problem.response
    }
    let patch = try DefinitionPatch(body, kind: kind)
    let outcome = try publisher.edit(
      route, by: parameters.author, via: .patch, dryRun: parameters.dryRun,
      allowsReassignment: parameters.allowsReassignment, precondition: AdminPrecondition(request).allows
    ) { (screen, _) throws(ScreensError) in try patch.apply(to: screen.definition.json) }
    return answer(outcome, dryRun: parameters.dryRun)
  }

  private func reorder(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let (ids, document) = try OrderEdit.ids(in: body)
    let order = OrderEdit(ids: ids, section: parameters.section, variant: parameters.variant)
    let outcome = try publisher.edit(
      route, by: parameters.author, via: .order, dryRun: parameters.dryRun,
      precondition: AdminPrecondition(request).allows
    ) { (screen, catalogue) throws(ScreensError) in
      try order.apply(to: screen, catalogue: catalogue, document: document)
    }
    return answer(outcome, dryRun: parameters.dryRun)
  }

  private func edit(
    _ route: Route, _ edit: ItemEdit, _ request: borrowing HTTPRequest, _ parameters: AdminParameters
  ) throws(ScreensError) -> HTTPResponse {
    let outcome = try publisher.edit(
      route, by: parameters.author, via: .item, dryRun: parameters.dryRun,
      precondition: AdminPrecondition(request).allows
    ) { (screen, catalogue) throws(ScreensError) in try edit.apply(to: screen, catalogue: catalogue) }
    return answer(outcome, dryRun: parameters.dryRun)
  }

  private func versions(_ route: Route, _ parameters: AdminParameters) throws(ScreensError) -> HTTPResponse {
    let versions = try publisher.versions(of: route, before: parameters.before, limit: parameters.limit)
    return Self.json(["versions": .array(versions.map(\.json))])
  }

  private func rollback(
    _ route: Route, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let number = try RollbackRequest(body).version
    let outcome = try publisher.rollback(
      route, to: number, by: parameters.author, dryRun: parameters.dryRun,
      allowsReassignment: parameters.allowsReassignment, precondition: AdminPrecondition(request).allows)
    return answer(outcome, dryRun: parameters.dryRun, createdStatus: 200)
  }

  private func setViewType(
    _ name: String, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    guard Name.isViewType(name) else {
      return Problem(
        400, "bad-name", "That is no name",
        "\(quoted(name)) cannot be a view type; letters, digits, \".\", \"_\" and \"-\", beginning with a letter"
      ).response
    }
    let outcome = try publisher.setViewType(
      name, schema: body, by: parameters.author, dryRun: parameters.dryRun, force: parameters.force)
    var object: JSONObject = ["name": .string(name)]
    if !outcome.compatibility.isEmpty {
      object["compatibility"] = .array(outcome.compatibility.map { $0.json() })
    }
    return Self.json(.object(object), outcome.isNew && !parameters.dryRun ? 201 : 200)
  }

  func answer(
    _ outcome: PublishOutcome, dryRun: Bool, createdStatus: HTTPStatus = 201
  ) -> HTTPResponse {
    let isCreated = outcome.effect == .created && !dryRun
    var object: JSONObject = [
      "route": .string(outcome.route.name), "version": .number(JSONNumber(outcome.version)),
    ]
    if dryRun { object["dryRun"] = JSONValue.bool(true) }
    outcome.impact.add(to: &object)
    if !outcome.reassignments.isEmpty { object["reassignments"] = outcome.reassignments.json }
    var response = Self.json(.object(object), isCreated ? createdStatus : 200)
    if !dryRun { response.add("ETag", "\"\(outcome.version)\"") }
    if isCreated, createdStatus == 201 {
      response.add("Location", serving.path + "/screens/\(outcome.route)")
    }
    return response
  }
}

extension HTTPResponse {
  /// The admin API is not for pages of other origins.
  var withoutCORS: HTTPResponse {
    var response = self
    response.fields.removeAll { $0.isNamed("access-control-allow-origin") }
    return response
  }
}

extension VersionSummary {
  fileprivate var json: JSONValue {
    [
      "version": .number(JSONNumber(number)), "publishedAt": .string(Timestamp.text(record.publishedAt)),
      "by": .string(record.by), "via": .string(record.via.rawValue),
      "message": record.message.map { .string($0) } ?? JSONValue.null,
      "items": .number(JSONNumber(itemCount)),
    ]
  }
}
