import HTTPWire
import Screens

/// The field `Screen-Report` of a screen: a token for each rollout and experiment that its unit takes part in.
extension ScreenAPI {
  /// The reply to a request for a version of a screen, with its tokens.
  /// - Parameter member: the unit, if it takes part in a rollout.
  func serve(
    _ served: ServedScreen, to member: RollingScreen.Member? = nil, route: Bytes,
    _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let reply = serveVersion(served, route: route, request, loop)
    guard serving.place == .server else { return reply }
    // Nil if the screen has to be read first.
    let isMeasured = served.ifPrepared.map { !$0.measured.isEmpty }
    switch reply {
    case .prepared, .response:
      guard isMeasured ?? false || member != nil else { return reply }
      guard isMeasured ?? false, environment.reports?.shouldReadTokens(at: publisher.now) ?? false else {
        return reply.adding(reportLine(of: served, member, request))
      }
    case .deferred: guard isMeasured ?? true || member != nil else { return reply }
    case .stream: return reply
    }
    let owned = request.owned()
    @Sendable func adding(to outcome: Responder.Outcome, _ outer: Responder) {
      readTokens(for: served)
      let line = owned.withRequest { reportLine(of: served, member, $0) }
      switch outcome {
      case .response(let response): outer.respond(Reply.response(response).adding(line))
      case .prepared(let response): outer.respond(Reply.prepared(response).adding(line))
      default: outer.forward(outcome)
      }
    }
    return .deferred { outer in
      switch reply {
      case .response(let response): environment.offload { adding(to: .response(response), outer) }
      case .prepared(let response): environment.offload { adding(to: .prepared(response), outer) }
      case .deferred(let work): work(Responder(insteadOf: outer) { adding(to: $0, outer) })
      case .stream: outer.respond(reply)
      }
    }
  }

  /// Reads the key of the tokens if a screen needs it. It can wait for the store: do not call it on an event loop.
  func readTokens(for served: ServedScreen) {
    let now = publisher.now
    guard served.ifPrepared?.measured.isEmpty == false, let recorder = environment.reports,
      recorder.shouldReadTokens(at: now)
    else { return }
    recorder.readTokens(at: now)
  }

  /// The field with the tokens of a request; nil if it has none.
  func reportLine(
    of served: ServedScreen, _ member: RollingScreen.Member?, _ request: borrowing HTTPRequest
  ) -> RenderedField? {
    var line = RenderedField("Screen-Report", capacity: ReportToken.length)
    if let member { line.append { member.appendToken(at: publisher.now, to: &$0) } }
    if let prepared = served.ifPrepared, !prepared.measured.isEmpty,
      let key = environment.reports?.experimentTokens
    {
      append(tokensOf: prepared, served, request, key, to: &line)
    }
    return line.isEmpty ? nil : line
  }

  private func append(
    tokensOf prepared: PreparedScreen, _ served: ServedScreen, _ request: borrowing HTTPRequest,
    _ key: ExperimentToken.Key, to line: inout RenderedField
  ) {
    let query = request.query ?? .empty
    if !prepared.needsAttributes, Self.isUserAlone(query) {
      let unit = Array(query[5..<query.count])
      for one in prepared.measured { line.append { one.appendToken(of: unit, key, to: &$0) } }
      return
    }
    guard let parsed = try? ScreenQuery(query), !parsed.namesContent(of: [served]) else { return }
    let attributes = parsed.attributes(
      user: parsed.user ?? request.field(.screenUser).map { String(decoding: $0) })
    for one in prepared.measured { line.append { one.appendToken(attributes, key, to: &$0) } }
  }
}

extension Reply {
  /// The reply with a field, if it shows a screen or says that the client has it.
  fileprivate func adding(_ line: RenderedField?) -> Reply {
    guard let line else { return self }
    switch self {
    case .prepared(let response):
      return response.status.isOfScreen ? .prepared(response.adding(line)) : self
    case .response(var response):
      if response.status.isOfScreen { response.fields.append(line.field) }
      return .response(response)
    case .deferred, .stream: return self
    }
  }
}

extension HTTPStatus {
  fileprivate var isOfScreen: Bool { rawValue == 200 || rawValue == 226 || rawValue == 304 }
}
