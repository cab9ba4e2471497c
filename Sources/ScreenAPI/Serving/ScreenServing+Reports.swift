import HTTPWire
import JSONText
import Screens

/// The field `Screen-Report` of a screen: a token for each rollout and experiment that its unit takes part in.
extension ScreenAPI {
  /// The reply to a request for a version of a screen, with its tokens.
  /// - Parameter report: the field with the token of a rollout in which the unit takes part.
  func serve(
    _ served: ServedScreen, report: consuming RenderedField? = nil, route: Bytes,
    _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let reply = serveVersion(served, route: route, request, loop)
    guard serving.place == .server else { return reply }
    // Nil if the screen has to be read first.
    let isMeasured = served.ifPrepared.map { !$0.measured.isEmpty }
    switch reply {
    case .prepared, .response:
      guard isMeasured ?? false else {
        return (consume reply).adding(consume report)
      }
      if environment.reports?.needsTokenKey ?? false { break }
      return (consume reply).adding(reportField(of: served, report, request))
    case .deferred: guard isMeasured ?? true || report != nil else { return reply }
    case .stream: return reply
    }
    return addingTokensLater(to: reply, of: served, report, request)
  }

  /// A reply with the tokens of its request, for which the screen or the key of the tokens has to be read first.
  private func addingTokensLater(
    to reply: Reply, of served: ServedScreen, _ report: RenderedField?,
    _ request: borrowing HTTPRequest
  ) -> Reply {
    let owned = request.owned()
    @Sendable func adding(to outcome: Responder.Outcome, _ outer: Responder) {
      readTokenKey(for: served)
      let field = owned.withRequest { reportField(of: served, report, $0) }
      switch outcome {
      case .response(let response): outer.respond(Reply.response(response).adding(field))
      case .prepared(let response): outer.respond(Reply.prepared(response).adding(field))
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
  func readTokenKey(for served: ServedScreen) {
    if served.ifPrepared?.measured.isEmpty == false { environment.reports?.readTokenKey() }
  }

  /// The field with the tokens of a request; nil if it has none.
  /// - Parameter report: the field with the token of a rollout alone.
  func reportField(
    of served: ServedScreen, _ report: RenderedField?, _ request: borrowing HTTPRequest
  ) -> RenderedField? {
    let tokens = experimentTokens(of: served, request)
    guard !tokens.isEmpty else { return report }
    let token = report?.value ?? []
    var list: [UInt8] = []
    ExperimentToken.appendName(
      ofList: tokens, rollout: ReportToken.rollout(of: String(decoding: token, as: UTF8.self)), to: &list)
    for next in [token, tokens] where !next.isEmpty { list += [UInt8(ascii: ",")] + next }
    return RenderedField("Screen-Report", cleaning: list)
  }

  /// The tokens of the experiments that a unit takes part in, with commas between them.
  private func experimentTokens(of served: ServedScreen, _ request: borrowing HTTPRequest) -> [UInt8] {
    // Without exposures there are no results, so reports would be of no use.
    guard let prepared = served.ifPrepared, !prepared.measured.isEmpty, serving.exposures != nil,
      let key = environment.reports?.experimentTokens
    else { return [] }
    var tokens: [UInt8] = []
    let query = request.query ?? .empty
    if !prepared.needsAttributes, Self.isUserAlone(query) {
      let unit = Array(query[5..<query.count])
      for one in prepared.measured { one.appendToken(of: unit, key, to: &tokens) }
      return tokens
    }
    let pageParameters = [prepared.screen.definition.pages?.parameter].compactMap(\.self)
    guard var parsed = try? ScreenQuery(query), !parsed.namesContent(pageParameters: pageParameters) else {
      return []
    }
    if prepared.screen.language != nil { parsed.attributes[ServedLanguages.parameter] = nil }
    let attributes = parsed.attributes(
      user: parsed.user ?? request.field(.screenUser).map { String(decoding: $0) })
    for one in prepared.measured { one.appendToken(attributes, key, to: &tokens) }
    return tokens
  }
}

extension Reply {
  /// The reply with a field, if it shows a screen or says that the client has it.
  // Inline, so that the reply stays in registers.
  @inline(__always)
  fileprivate consuming func adding(_ field: consuming RenderedField?) -> Reply {
    guard let field = consume field else { return self }
    switch consume self {
    case .prepared(let response):
      return .prepared(response.status.isOfScreen ? response.adding(field) : response)
    case .response(var response):
      if response.status.isOfScreen { response.fields.append(field.field) }
      return .response(response)
    case .deferred(let work): return .deferred(work)
    case .stream(let response, let length, let work): return .stream(response, length: length, work)
    }
  }
}

extension HTTPStatus {
  fileprivate var isOfScreen: Bool { rawValue == 200 || rawValue == 226 || rawValue == 304 }
}
