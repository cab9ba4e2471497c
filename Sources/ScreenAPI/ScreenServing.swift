import Assignment
import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET /screens/{route}` of a route that is known.
  func serve(
    _ entry: Publication.Entry, route: Bytes, _ request: borrowing HTTPRequest, _ publication: Publication
  ) -> Reply {
    guard case .served(let served) = entry else {
      return .response(Self.problem(of: String(decoding: route)) { .deleted($0) }.response)
    }
    if let accept = request.list(.accept), !Self.acceptsJSON(accept) {
      return .response(
        Problem(
          406, "not-acceptable", "The answer is not acceptable", "the answer is application/json"
        )
        .response)
    }
    let query = request.query ?? .empty
    if Self.isUserAlone(query), served.defaults.isEmpty == false {
      let unit = query[5..<query.count]
      return pick(served, served.defaults, arm: arm(of: served, unit: unit), request)
    }
    if query.isEmpty, request.field(.screenUser) == nil, !served.defaults.isEmpty {
      return pick(served, served.defaults, arm: arm(of: served, unit: .empty), request)
    }
    return serveWithParameters(served, query, request, publication)
  }

  /// `user=` and nothing else, written plainly.
  private static func isUserAlone(_ query: Bytes) -> Bool {
    guard query.count > 5, query.hasPrefix("user=") else { return false }
    for byte in query
    where byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") {
      return false
    }
    return true
  }

  private static func acceptsJSON(_ accept: String) -> Bool {
    if accept == "*/*" || accept == "application/json" || accept.isEmpty { return true }
    // JSON has no charset parameter (RFC 8259 §11), but clients send one all the same.
    let ranges = accept.split(separator: ",").map { range in
      range.split(separator: ";").filter { part in
        !part.drop { $0 == " " }.lowercased().hasPrefix("charset=")
      }.joined(separator: ";")
    }
    return !Negotiation.mediaTypes(ranges.joined(separator: ","), available: ["application/json"]).isEmpty
  }

  /// The arm for a unit that comes with no other attributes.
  private func arm(of served: ServedScreen, unit: Bytes) -> Int {
    guard let experiment = served.screen.definition.experiment?.compiled else { return 0 }
    if experiment.needsAttributes {
      return arm(of: served, experiment, user: String(decoding: unit), ScreenQuery.empty)
    }
    let decision: Decision = unit.withSpan { experiment.decide(unit: $0) }
    return served.arm(ofVariant: decision.variant)
  }

  private func arm(
    of served: ServedScreen, _ experiment: CompiledExperiment, user: String?, _ query: ScreenQuery
  ) -> Int {
    let attributes = query.attributes(user: user)
    return served.arm(ofVariant: experiment.decide(attributes: attributes).variant)
  }

  private func serveWithParameters(
    _ served: ServedScreen, _ bytes: Bytes, _ request: borrowing HTTPRequest, _ publication: Publication
  ) -> Reply {
    let query: ScreenQuery
    do throws(ParameterError) {
      query = try ScreenQuery(bytes)
    } catch {
      return .response(Problem.badParameter(error.name, error.detail).response)
    }
    let user = query.user ?? request.field(.screenUser).map { String(decoding: $0) }
    if let version = query.version, version != served.screen.version {
      return serveEarlier(version, of: served.screen.route, query, user: user, request, publication)
    }
    return reply(served, query, user: user, request, publication)
  }

  /// An earlier version is read and rendered for this request, off the loop.
  private func serveEarlier(
    _ version: Int, of route: Route, _ query: ScreenQuery, user: String?, _ request: borrowing HTTPRequest,
    _ publication: Publication
  ) -> Reply {
    let owned = request.owned()
    return offloaded { responder in
      do throws(ScreensError) {
        let screen = try publisher.screen(route, version: version)
        let formats = publication.catalogue.formats.values.filter {
          $0.name == query.format ?? screen.definition.format
        }
        let served = ServedScreen(screen, formats: formats)
        let reply = owned.withRequest { (request) -> Reply in
          self.reply(served, query, user: user, request, publication)
        }
        switch reply {
        case .prepared(let response): responder.respond(response)
        case .response(let response): responder.respond(response)
        default: break
        }
      } catch {
        responder.respond(Problem(error).response)
      }
    }
  }

  private func reply(
    _ served: ServedScreen, _ query: ScreenQuery, user: String?, _ request: borrowing HTTPRequest,
    _ publication: Publication
  ) -> Reply {
    let format = query.format ?? served.screen.definition.format
    guard let renditions = served.renditions(format: format) else {
      let known = publication.catalogue.formats.keys.sorted()
      return .response(Self.unknownFormat(format, known).response)
    }
    let arm: Int
    let experiment = served.screen.definition.experiment
    if let key = query.variant {
      guard let place = experiment?.compiled.place(ofVariant: key) else {
        let known = experiment?.variants.map(\.key) ?? []
        return .response(
          Problem(ScreensError.unknownVariant(key, nearest: NearestName.to(key, among: known))).response)
      }
      arm = served.arm(ofVariant: place)
    } else if let experiment {
      arm = self.arm(of: served, experiment.compiled, user: user, query)
    } else {
      arm = 0
    }
    return pick(served, renditions, arm: arm, request)
  }

  static func unknownFormat(_ format: String, _ known: [String]) -> Problem {
    var problem = Problem.badParameter(
      "format", "unknown format \(quoted(format)); the formats are \(known.joined(separator: ", "))")
    problem.members.append(("formats", .array(known.map { .string($0) })))
    return problem
  }

  /// The rendition in the coding that the request prefers, or 304, or 412.
  private func pick(
    _ served: ServedScreen, _ renditions: [Rendition], arm: Int, _ request: borrowing HTTPRequest
  ) -> Reply {
    let rendition = renditions.indices.contains(arm) ? renditions[arm] : renditions[0]
    var coded = rendition.identity
    if let gzip = rendition.gzip, let field = request.list(.acceptEncoding), Self.prefersGzip(field) {
      coded = gzip
    }
    guard request.field(.ifNoneMatch) != nil || request.field(.ifMatch) != nil else {
      return .prepared(coded.full)
    }
    switch coded.tag.withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
    case .proceed: return .prepared(coded.full)
    case .notModified: return .prepared(coded.notModified)
    case .failed:
      return .response(
        Problem(412, "precondition-failed", "The screen is another", "no entity tag of If-Match is current")
          .response)
    }
  }

  private static func prefersGzip(_ field: String) -> Bool {
    switch field {
    case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd": true
    default: Negotiation.encodings(field, available: ["gzip", "identity"]).first == "gzip"
    }
  }

  static func problem(of name: String, _ error: (Route) -> ScreensError) -> Problem {
    do throws(Route.Fault) {
      return Problem(error(try Route(name)))
    } catch {
      return Problem(404, "unknown-screen", "There is no such screen", error.message)
    }
  }
}
