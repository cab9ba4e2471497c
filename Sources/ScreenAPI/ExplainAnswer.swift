import Assignment
import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET` or `POST /screens/{route}/explain`: how an assignment comes about.
  func explain(_ name: String, _ request: borrowing HTTPRequest) -> Reply {
    var query = ScreenQuery.empty
    do throws(ParameterError) {
      query = try ScreenQuery(request.query ?? .empty)
    } catch {
      return .response(Problem.badParameter(error.name, error.detail).response)
    }
    guard query.version != .draft else {
      let detail = "a draft has no assignments: publish it, or look at it with ?version=draft&variant=KEY"
      return .response(Problem.badParameter("version", detail).response)
    }
    var user = query.user ?? request.field(.screenUser).map { String(decoding: $0) }
    if request.method == .post {
      do throws(ScreensError) {
        let body = try Self.attributes(in: Array(request.body))
        for member in body { query.attributes[member.name] = member.value }
        if let unit = Attributes(body).unit(of: "user") { user = unit }
        query.attributes["user"] = nil
      } catch {
        return .response(Problem(error).response)
      }
    }
    let (parameters, unit) = (query, user)
    return offloaded(counting: PublicResource.explain(name).pattern) { responder in
      responder.respond(.response(self.explanation(of: name, parameters, user: unit)))
    }
  }

  private func explanation(of name: String, _ query: ScreenQuery, user: String?) -> HTTPResponse {
    let route: Route
    do throws(Route.Fault) {
      route = try Route(name)
    } catch {
      return Problem(404, "unknown-screen", "There is no such screen", error.message).response
    }
    do throws(ScreensError) {
      return Self.json(try explanation(route, query, user: user))
    } catch {
      return Problem(error).response
    }
  }

  private static func attributes(in body: [UInt8]) throws(ScreensError) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    let document = try JSONDocument(body: body)
    guard case .object(let object) = document.value else {
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .wrongType, at: .root, "attributes are an object, not \(document.value.kind.phrase)",
          position: document.position(of: .root)))
      throw .invalidBody(diagnostics)
    }
    return object
  }

  private func explanation(
    _ route: Route, _ query: ScreenQuery, user: String?
  ) throws(ScreensError) -> JSONValue {
    let screen =
      if case .number(let version) = query.version { try publisher.screen(route, version: version) } else {
        try publisher.current(route)
      }
    var answer: JSONObject = [
      "route": .string(route.name), "version": .number(JSONNumber(screen.version)),
    ]
    let experiments = screen.definition.experiments
    let overrides = try query.overrides(of: experiments)
    let attributes = query.attributes(user: user)
    let explanations = experiments.enumerated().map { number, experiment in
      experiment.compiled.explain(attributes: attributes, override: overrides[number])
        .json(of: experiment.compiled.experiment)
    }
    // A screen with one experiment explains that in its own members; with several it is said of each.
    if let only = explanations.first, explanations.count == 1 {
      for member in only { answer[member.name] = member.value }
    } else if explanations.isEmpty {
      for name in ["experiment", "variant"] { answer[name] = JSONValue.null }
      answer["inExperiment"] = JSONValue.bool(false)
      answer["reason"] = JSONValue.null
      answer["hashValue"] = JSONValue.null
      answer["ranges"] = JSONValue.array([])
    }
    answer["experiments"] = .array(explanations.map { .object($0) })
    return .object(answer)
  }
}
