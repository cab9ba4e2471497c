import Assignment
import HTTPWire
import JSONText
import ScreenMock
import Screens

extension ScreenAPI {
  /// What a request for a screen is to be answered with.
  enum Choice {
    case rendition(ArmRendition)
    /// A rendition that has to be made first.
    case unmade
    /// A version that is not the current one.
    case earlier(version: Int)
    /// What is not published yet.
    case draft
    case problem(Problem)
  }

  /// `GET /screens/{route}` of a route that is known.
  func serve(
    _ entry: Publication.Entry, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let reply =
      serving.mock.mayApply(request)
      ? mocked(entry, route: route, request, loop) : serveScreen(entry, route: route, request, loop)
    guard let journal = serving.journal, journal.accepts() else { return reply }
    return journaled(reply, route: route, request, journal)
  }

  /// The same, as it is without the mock.
  func serveScreen(
    _ entry: Publication.Entry, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    guard case .served(let served) = entry else {
      if let reply = previewOfUnpublished(String(decoding: route), request, loop) { return reply }
      return counted(Self.problem(of: String(decoding: route)) { .deleted($0) }, of: String(decoding: route))
    }
    if let accept = request.list(.accept), !Self.acceptsJSON(accept) {
      var problem = Problem(
        406, "not-acceptable", "The answer is not acceptable", "the answer is application/json")
      problem.fields = [HTTPField("Vary", "Accept")]
      return counted(problem, of: served.current.route.name)
    }
    guard let prepared = served.ifPrepared, !Self.asksForDelta(request) else {
      return serveLater(served, request, loop.publication)
    }
    switch choose(prepared, request, loop.publication, render: false, records: true) {
    case .rendition(let chosen):
      guard let rendition = chosen.ifRendered else { return serveLater(served, request, loop.publication) }
      return answer(rendition, of: chosen, request, stripe: loop.stripe)
    case .earlier, .draft, .unmade: return serveLater(served, request, loop.publication)
    case .problem(let problem): return counted(problem, of: served.current.route.name)
    }
  }

  /// Reading and rendering is not for a loop: what has not been done yet is done elsewhere.
  private func serveLater(
    _ served: ServedScreen, _ request: borrowing HTTPRequest, _ publication: Publication
  ) -> Reply {
    let owned = request.owned()
    let route = served.current.route
    return offloaded(counting: nil) { responder in
      let reply = owned.withRequest { (request) -> Reply in
        do throws(ScreensError) {
          var choice = choose(try served.prepare(), request, publication, render: true, records: true)
          if case .earlier(let version) = choice {
            let prepared = try earlier(version, of: route, publication)
            choice = choose(prepared, request, publication, render: true, records: false)
          }
          if case .draft = choice { return try preview(route, request, publication) }
          switch choice {
          case .rendition(let chosen):
            if Self.asksForDelta(request),
              let delta = try delta(to: chosen, of: served, request, publication)
            {
              return delta
            }
            return answer(chosen.rendered(), of: chosen, request, stripe: 0)
          case .earlier(let version): throw .unknownVersion(version, route)
          case .unmade, .draft: return .response(.problem(.internalFault))
          case .problem(let problem): return counted(problem, of: route.name)
          }
        } catch {
          return counted(Problem(error), of: route.name)
        }
      }
      responder.respond(reply)
    }
  }

  /// The draft of a screen that has no current version, if that is asked for.
  func previewOfUnpublished(
    _ name: String, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply? {
    guard (try? ScreenQuery(request.query ?? .empty))?.version == .draft, let route = try? Route(name) else {
      return nil
    }
    let owned = request.owned()
    return offloaded(counting: nil) { responder in
      responder.respond(
        owned.withRequest { (request) -> Reply in
          do throws(ScreensError) {
            return try preview(route, request, loop.publication)
          } catch {
            return counted(Problem(error), of: route.name)
          }
        })
    }
  }

  /// `?version=draft`: for those alone who may look at what is not published.
  func preview(
    _ route: Route, _ request: borrowing HTTPRequest, _ publication: Publication
  ) throws(ScreensError) -> Reply {
    if case .failure(let refusal) = bearer(request) {
      return counted(refusal.problem, of: route.name)
    }
    let prepared = PreparedScreen(
      try publisher.preview(of: route), formats: publication.catalogue.formats, tally: serving.tally,
      address: serving.address, purpose: .draft)
    switch choose(prepared, request, publication, render: true, records: false) {
    case .rendition(let chosen):
      let rendition = chosen.rendered()
      if let template = rendition.template {
        return answer(template, of: rendition, chosen.counts, request, stripe: 0)
      }
      return .response(rendition.preview)
    case .problem(let problem): return counted(problem, of: route.name)
    case .earlier(let version): throw .unknownVersion(version, route)
    case .unmade, .draft: return .response(.problem(.internalFault))
    }
  }

  func earlier(
    _ version: Int, of route: Route, _ publication: Publication
  ) throws(ScreensError) -> PreparedScreen {
    try serving.earlier.screen(route, version: version) { () throws(ScreensError) in
      PreparedScreen(
        try publisher.screen(route, version: version), formats: publication.catalogue.formats,
        tally: serving.tally, address: serving.address, purpose: .earlier)
    }
  }

  /// - Parameters:
  ///   - render: whether a rendition that is not at hand may be made, which takes time.
  ///   - records: whether it is noted who is shown what: not of what is looked at for itself, such as a draft.
  func choose(
    _ prepared: PreparedScreen, _ request: borrowing HTTPRequest, _ publication: Publication, render: Bool,
    records: Bool
  ) -> Choice {
    let query = request.query ?? .empty
    if prepared.isPlain, !prepared.defaults.isEmpty, request.field(.acceptViewTypes) == nil,
      request.field(.clientRelease) == nil
    {
      if Self.isUserAlone(query) {
        let unit = query[5..<query.count]
        let assigned = prepared.assign(unit: unit)
        if records, prepared.exposes, Self.shows(request) {
          serving.exposures?.note(unit, assigned, of: prepared)
        }
        return choose(prepared, prepared.defaults, arm: assigned.arm)
      }
      if query.isEmpty, request.field(.screenUser) == nil {
        return choose(prepared, prepared.defaults, arm: prepared.assign(unit: .empty).arm)
      }
    }
    return chooseByParameters(
      prepared, query, request, publication, render: render, records: records)
  }

  /// Whether a screen that is asked for is shown: not by HEAD, nor where the answer may be 412.
  private static func shows(_ request: borrowing HTTPRequest) -> Bool {
    if case .get = request.method { request.field(.ifMatch) == nil } else { false }
  }

  private func choose(_ prepared: PreparedScreen, _ renditions: [ArmRendition], arm: Int) -> Choice {
    guard let rendition = renditions.indices.contains(arm) ? renditions[arm] : renditions.first else {
      return .problem(Self.unknownFormat(prepared.screen.definition.format, []))
    }
    return .rendition(rendition)
  }

  /// `user=` and nothing else, written plainly.
  private static func isUserAlone(_ query: Bytes) -> Bool {
    guard query.count > 5, query.hasPrefix("user=") else { return false }
    return query.endOfClass(.literalQuery, from: 5, to: query.count) == query.count
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

  private func chooseByParameters(
    _ prepared: PreparedScreen, _ bytes: Bytes, _ request: borrowing HTTPRequest, _ publication: Publication,
    render: Bool, records: Bool
  ) -> Choice {
    let query: ScreenQuery
    let capabilities: Capabilities?
    do throws(ParameterError) {
      query = try ScreenQuery(bytes)
      capabilities = try Capabilities.of(
        request, release: query.release, publication.catalogue.releases)
    } catch {
      return .problem(.badParameter(error.name, error.detail))
    }
    switch query.version {
    case .draft? where prepared.purpose != .draft: return .draft
    case .number(let version)? where version != prepared.screen.version: return .earlier(version: version)
    default: break
    }
    let format = query.format ?? prepared.screen.definition.format
    guard let renditions = prepared.renditions(format: format) else {
      return .problem(Self.unknownFormat(format, publication.catalogue.formats.keys.sorted()))
    }
    let attributes = query.attributes(
      user: query.user ?? request.field(.screenUser).map { String(decoding: $0) })
    let overrides: [Int: Int]
    do throws(ScreensError) {
      overrides = try query.overrides(of: prepared.screen.definition.experiments)
        .merging(prepared.screen.forced) { asked, _ in asked }
    } catch {
      return .problem(Problem(error))
    }
    let assigned = prepared.assign(attributes, overrides: overrides)
    let arm = assigned.arm
    if records, prepared.exposes, Self.shows(request) { note(attributes, assigned, of: prepared) }
    guard capabilities != nil || prepared.requires(arm: arm) else {
      return choose(prepared, renditions, arm: arm)
    }
    return prepared.tailored(
      format: format, arm: arm, capabilities: capabilities, attributes: attributes, render: render
    ).map { .rendition($0) } ?? .unmade
  }

  /// Takes note of the units of all experiments, each of which may hash an attribute of its own.
  private func note(_ attributes: Attributes, _ assigned: Assigned, of prepared: PreparedScreen) {
    guard let exposures = serving.exposures, assigned.exposed != 0 else { return }
    for (number, experiment) in prepared.experiments.enumerated() {
      guard let one = assigned.only(number),
        let unit = attributes.unit(of: experiment.experiment.hashAttribute)
      else { continue }
      Array(unit.utf8).withBytes { exposures.note($0, one, of: prepared) }
    }
  }

  /// The body in the coding that the client prefers.
  func coded(_ rendition: Rendition, _ request: borrowing HTTPRequest) -> Rendition.Coded {
    if Self.takesGzip(request), let gzip = rendition.gzip { gzip } else { rendition.identity }
  }

  private static func takesGzip(_ request: borrowing HTTPRequest) -> Bool {
    request.list(.acceptEncoding).map { prefersGzip($0) } ?? false
  }

  /// The answer with a rendition, or that the client has it already.
  private func answer(
    _ rendition: Rendition, of arm: ArmRendition, _ request: borrowing HTTPRequest, stripe: Int
  ) -> Reply {
    if let template = rendition.template {
      return answer(template, of: rendition, arm.counts, request, stripe: stripe)
    }
    if Self.takesGzip(request), let gzip = rendition.gzip {
      return answer(gzip, arm.counts, request, stripe: stripe)
    }
    return answer(rendition.identity, arm.counts, request, stripe: stripe)
  }

  private func answer(
    _ coded: Rendition.Coded, _ counts: RequestTally.ArmCounts, _ request: borrowing HTTPRequest, stripe: Int
  ) -> Reply {
    if request.field(.ifNoneMatch) != nil || request.field(.ifMatch) != nil {
      switch coded.tag.withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
      case .proceed: break
      case .notModified:
        counts.notModified.add(stripe: stripe)
        return .prepared(coded.notModified)
      case .failed:
        return counted(
          Problem(
            412, "precondition-failed", "The screen is another", "no entity tag of If-Match is current"),
          of: counts.route)
      }
    }
    counts.full.add(stripe: stripe)
    return .prepared(coded.full)
  }

  private static func unknownFormat(_ format: String, _ known: [String]) -> Problem {
    var problem = Problem.badParameter(
      "format", "unknown format \(quoted(format)); the formats are \(known.joined(separator: ", "))")
    problem.members.append(("formats", .array(known.map { .string($0) })))
    return problem
  }

  static func prefersGzip(_ field: String) -> Bool {
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
