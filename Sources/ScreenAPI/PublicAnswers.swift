import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// The answers of the public API that are no screens.
  func answer(
    _ request: borrowing HTTPRequest, _ resource: PublicResource, _ loop: ServingState.Snapshot
  ) -> Reply {
    switch request.method {
    case .options:
      return .response(Self.preflight(request, allowed: resource.methods))
    case .get, .head:
      break
    case .post:
      switch resource {
      case .explain(let name): return explain(name, request)
      case .flags: return evaluateFlags(request)
      case .flag(let key): return evaluateFlag(key, request)
      default: return .response(Problem.methodNotAllowed(resource.methods).response)
      }
    default:
      return .response(Problem.methodNotAllowed(resource.methods).response)
    }
    switch resource {
    case .screen(let name):
      return screen(name, request, loop)
    case .explain(let name):
      return explain(name, request)
    case .events(let name):
      return events(name, request, loop)
    case .health:
      return .response(health)
    case .metrics:
      return offloaded(counting: resource.pattern) { $0.respond(.response(metrics)) }
    case .version:
      return .response(Self.json(["name": "marquee", "version": .string(environment.version)]))
    case .openAPI:
      return .response(Self.json(OpenAPIDocument.json(version: environment.version)))
    case .screens:
      return offloaded(counting: resource.pattern) { $0.respond(.response(screens)) }
    case .asset(let name):
      return asset(name, request)
    case .flags, .flag:
      return .response(Problem.methodNotAllowed(resource.methods).response)
    case .viewTypes, .viewType, .formats, .format:
      return .response(Self.catalogue(resource, loop.publication.catalogue))
    }
  }

  /// `GET /screens/{route}/events`.
  private func events(
    _ name: String, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let pattern = PublicResource.events(name).pattern
    guard let entry = Array(name.utf8).withBytes({ loop.publication.entry(route: $0) }),
      let route = try? Route(name)
    else { return unknownScreen(name) }
    let isDeleted = if case .deleted = entry { true } else { false }
    let last = request.field(.lastEventID).flatMap { Int(String(decoding: $0)) }.flatMap { $0 > 0 ? $0 : nil }
    return .deferred { responder in
      serving.events.listen(
        to: route, current: { publisher.newestVersion(of: route).map { ($0, isDeleted) } }, after: last,
        CountedResponder(responder: responder, tally: serving.tally, pattern: pattern))
    }
  }

  /// A screen whose route is written with escapes, or is not known.
  private func screen(
    _ name: String, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let route = Array(name.utf8)
    if let entry = route.withBytes({ loop.publication.entry(route: $0) }) {
      return route.withBytes { serve(entry, route: $0, request, loop) }
    }
    if let reply = previewOfUnpublished(name, request, loop) { return reply }
    let reply = unknownScreen(name)
    // What was asked for in vain is what tests want to know.
    guard let journal = serving.journal, journal.accepts() else { return reply }
    return route.withBytes { journaled(reply, route: $0, request, journal) }
  }

  private func unknownScreen(_ name: String) -> Reply {
    offloaded(counting: PublicResource.screen(name).pattern) { responder in
      let known = publisher.screens.map(\.route.name)
      let problem = Self.problem(of: name) { .unknownRoute($0, nearest: NearestName.to(name, among: known)) }
      responder.respond(.response(problem.response))
    }
  }

  private var screens: HTTPResponse {
    do throws(ScreensError) {
      var summaries: [JSONValue] = []
      for current in publisher.screens { summaries.append(try current.screen().summary) }
      return Self.json(["screens": .array(summaries)])
    } catch {
      return Problem(error).response
    }
  }

  private var health: HTTPResponse {
    guard serving.isDraining else { return Self.json(["status": "ok"]) }
    var problem = Problem(503, "draining", "The server is going", "no new requests are taken")
    problem.members = [("state", "draining")]
    problem.fields = [HTTPField("Retry-After", "1")]
    return problem.response
  }

  private static func catalogue(_ resource: PublicResource, _ catalogue: Catalogue) -> HTTPResponse {
    switch resource {
    case .viewTypes:
      return json([
        "viewTypes": .array(
          catalogue.viewTypes.values.sorted { $0.name < $1.name }.map { named($0.name, $0.schema) })
      ])
    case .viewType(let name):
      if let viewType = catalogue.viewTypes[name] {
        return json(viewType.schema, contentType: "application/schema+json")
      }
      let nearest = NearestName.to(name, among: catalogue.viewTypes.keys)
      return Problem(ScreensError.unknownViewType(name, nearest: nearest)).response
    case .formats:
      return json([
        "formats": .array(
          catalogue.formats.values.sorted { $0.name < $1.name }.map { named($0.name, $0.json) })
      ])
    case .format(let name):
      if let format = catalogue.formats[name] { return json(format.json) }
      let nearest = NearestName.to(name, among: catalogue.formats.keys)
      return Problem(
        404, "unknown-format", "There is no such format",
        "unknown format \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
      ).response
    default:
      return Problem.notFound("/").response
    }
  }

  /// A name, with the title and description that the document has.
  private static func named(_ name: String, _ document: JSONValue) -> JSONValue {
    var object: JSONObject = ["name": .string(name)]
    for member in ["title", "description"] {
      if let text = document[member], text.kind == .string { object[member] = text }
    }
    return .object(object)
  }

  static func json(
    _ value: JSONValue, _ status: HTTPStatus = 200, contentType: String = "application/json"
  ) -> HTTPResponse {
    HTTPResponse(
      status,
      fields: [
        HTTPField("Content-Type", cleaning: contentType), HTTPField("Cache-Control", "no-cache"),
        HTTPField("Access-Control-Allow-Origin", "*"),
      ], body: value.serialized())
  }

  /// CORS preflight (Fetch standard §3.2.2): any origin may read, with any of its fields.
  private static func preflight(_ request: borrowing HTTPRequest, allowed: [String]) -> HTTPResponse {
    let methods = allowed.joined(separator: ", ")
    var response = HTTPResponse(
      204,
      fields: [
        HTTPField("Allow", cleaning: methods), HTTPField("Access-Control-Allow-Origin", "*"),
        HTTPField("Access-Control-Allow-Methods", cleaning: methods),
        HTTPField("Access-Control-Max-Age", "600"), HTTPField("Vary", "Access-Control-Request-Headers"),
      ])
    if let wanted = request.list(.accessControlRequestHeaders) {
      response.add("Access-Control-Allow-Headers", wanted)
    }
    return response
  }

  /// Work that may wait, done off the loop.
  /// - Parameter pattern: what the answer is counted under; nil when the work counts it.
  func offloaded(
    counting pattern: String?, _ work: @escaping @Sendable (CountedResponder) -> Void
  ) -> Reply {
    .deferred { responder in
      let counted = CountedResponder(responder: responder, tally: serving.tally, pattern: pattern)
      environment.offload { work(counted) }
    }
  }
}

extension PublishedScreen {
  fileprivate var summary: JSONValue {
    var object: JSONObject = [
      "route": .string(route.name), "version": .number(JSONNumber(version)),
      "screenName": .string(definition.screenName),
    ]
    if let key = definition.onlyExperiment?.key { object["experiment"] = .string(key) }
    if !definition.experiments.isEmpty {
      object["experiments"] = .array(definition.experiments.map { .string($0.key) })
    }
    object["format"] = .string(definition.format)
    return .object(object)
  }
}
