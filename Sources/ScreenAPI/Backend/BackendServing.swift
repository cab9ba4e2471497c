import HTTPWire
import JSONText
import ScreenMock
import Screens

/// The responses of endpoints.
extension ScreenAPI {
  /// Whether a path that Marquee itself does not have can be that of an endpoint.
  func isOfBackend(_ segments: [String]) -> Bool {
    guard let first = segments.first, !EndpointPath.reservedPrefixes.contains(first) else { return false }
    return !serving.mock.backend.isEmpty || environment.upstream != nil
  }

  /// The reply to a request for a path that Marquee itself does not have.
  /// - Parameter segments: the decoded path.
  func backend(_ request: borrowing HTTPRequest, at segments: [String]) -> Reply {
    let owned = request.owned()
    let start = ContinuousClock.now
    // Bodies are parsed, and conditions evaluated, off the loop.
    return .deferred { outer in
      environment.offload {
        let exchange = BackendExchange(
          api: self, request: owned, segments: segments, start: start, responder: outer)
        owned.withRequest { exchange.answer($0) }
      }
    }
  }
}

/// One request for an endpoint, on its way to the response.
private struct BackendExchange {
  let api: ScreenAPI
  let request: OwnedRequest
  /// The decoded path.
  let segments: [String]
  let start: ContinuousClock.Instant
  let responder: Responder

  private var path: String { "/" + RequestPath.joined(segments) }

  func answer(_ request: borrowing HTTPRequest) {
    let mock = api.serving.mock
    let body: BackendBody
    do throws(Problem) {
      // The body of a request that no endpoint is for is not read.
      let method = request.method == .head ? "GET" : String(decoding: request.methodName)
      let isMatched = mock.backend.hasMatch(segments, method: method)
      // Only the real backend takes larger ones.
      if isMatched, self.request.body.count > WireLimits.api.body {
        return send(.wireProblem(.bodyTooLarge), label: ScreenAPI.nowhere, nil)
      }
      let bytes = isMatched ? try Parameter<[UInt8]>.bytes(of: request) : []
      body = try BackendBody(bytes, contentType: request.field(.contentType).map { String(decoding: $0) })
    } catch {
      return send(error, label: ScreenAPI.nowhere, nil)
    }
    let values = BackendRequest(request, at: segments, body, self.request.body)
    switch mock.answer(values, at: path) {
    case .unknown(let nearest):
      if let upstream = api.environment.upstream { return forward(values, to: upstream, nil) }
      send(.notFound(path, nearest: nearest), label: ScreenAPI.nowhere, nil)
    case .otherMethod(let methods):
      let allowed = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"]
      if request.method == .options {
        return send(CORS.options(request, allowed: allowed), label: ScreenAPI.nowhere, nil)
      }
      var problem = Problem.methodNotAllowed(allowed)
      problem.detail =
        "\(methods.joined(separator: ", ")) \(path) \(methods.count == 1 ? "is" : "are") defined; this was "
        + String(decoding: request.methodName)
      send(problem, label: ScreenAPI.nowhere, nil)
    case .invalidBody(let endpoint, let diagnostics):
      send(Problem(.invalidBody(diagnostics)), of: endpoint)
    case .noResponse(let endpoint):
      send(
        Problem(.noResponse, "no condition of _endpoints/\(endpoint.name).json holds for this request"),
        of: endpoint)
    case .forwarded(let endpoint):
      if let upstream = api.environment.upstream { return forward(values, to: upstream, endpoint) }
      send(
        Problem(
          .noUpstream,
          "_endpoints/\(endpoint.name).json forwards this request, but this server has no real backend; name it with --upstream"
        ),
        of: endpoint)
    case .noRoom(let endpoint, let detail): send(Problem(.noRoom, detail), of: endpoint)
    case .response(let endpoint, let response, let applied):
      send(made(response, endpoint), applied, endpoint)
    case .collection(let endpoint, let answer, let applied):
      send(api.response(answer, of: endpoint, request), applied, endpoint)
    case .screen(let endpoint, let address, let values):
      let isSecret = address.user?.field.map { SecretName.isSecret($0[...]) } ?? false
      let user = isSecret ? "…" : address.user.flatMap { values[$0] }.map { $0.stringValue ?? $0.text }
      let journaled = journaled(endpoint, route: address.route, user: user)
      journaled.respond(api.screen(at: address, path: path, values, request))
    }
  }

  // MARK: Sending

  /// Forwards the request after the delay of the mock's rules, unless they replace the response.
  private func forward(_ values: BackendRequest, to upstream: any Upstream, _ endpoint: MockEndpoint?) {
    let responder = journaled(endpoint)
    let forward: @Sendable () -> Void = { [api, request, segments] in
      request.withRequest { api.forward($0, request.body, at: segments, to: upstream, responder) }
    }
    guard let applied = api.serving.mock.effect(on: values, at: path) else { return forward() }
    let outcome = MockOutcome(applied, preferences: [], isHead: request.method == .head)
    guard applied.replacesResponse else {
      return outcome.afterDelay(responder, api.environment) { [api] in api.environment.offload(forward) }
    }
    let replaced = outcome.replacement(of: HTTPResponse(200))
    api.serving.tally.count(ScreenAPI.upstreamLabel, status: replaced.status)
    outcome.send(replaced.outcome, to: responder, api.environment)
  }

  private func send(_ problem: Problem, of endpoint: MockEndpoint) {
    send(problem, label: endpoint.path.description, endpoint)
  }

  private func send(_ problem: Problem, label: String, _ endpoint: MockEndpoint?) {
    send(problem.response, label: label, endpoint)
  }

  private func send(_ response: HTTPResponse, label: String, _ endpoint: MockEndpoint?) {
    api.serving.tally.count(label, status: response.status.rawValue)
    journaled(endpoint).respond(response)
  }

  /// Sends a response with the effects of the mock.
  private func send(_ response: HTTPResponse, _ applied: Mock.Applied?, _ endpoint: MockEndpoint) {
    let label = endpoint.path.description
    guard let applied else { return send(response, label: label, endpoint) }
    let outcome = MockOutcome(applied, preferences: [], isHead: request.method == .head)
    let changed = outcome.replacement(of: response)
    api.serving.tally.count(label, status: changed.status)
    outcome.send(changed.outcome, to: journaled(endpoint), api.environment)
  }

  /// The responder that records the request and what it sends.
  private func journaled(_ endpoint: MockEndpoint?, route: String? = nil, user: String? = nil) -> Responder {
    guard let journal = api.serving.journal, journal.accepts() else { return responder }
    let (request, path, start, outer) = (request, path, start, responder)
    return Responder(insteadOf: outer) { outcome in
      request.withRequest {
        journal.note(
          $0, request.body, at: path, endpoint: endpoint, route: route, user: user, since: start,
          outcome)
      }
      outer.forward(outcome)
    }
  }

  // MARK: Responses

  private func made(_ rendered: RenderedResponse, _ endpoint: MockEndpoint) -> HTTPResponse {
    var fields: [HTTPField] = []
    for (name, value) in rendered.fields {
      guard let field = HTTPField(name, value) else {
        return Problem(
          .invalidHeader,
          "the field \(name) of _endpoints/\(endpoint.name).json would have a control character"
        ).response
      }
      fields.append(field)
    }
    var body: [UInt8] = []
    var defaults: [HTTPField] = [HTTPField("Cache-Control", "no-cache")]
    switch rendered.content {
    case .none: break
    case .json(let bytes):
      body = bytes
      defaults.append(HTTPField("Content-Type", "application/json"))
    case .text(let text):
      body = Array(text.utf8)
      defaults.append(HTTPField("Content-Type", "text/plain; charset=utf-8"))
    case .asset(let name):
      guard let bytes = api.publisher.catalogue.assets.bytes(of: name) else {
        return Problem(.unreadableAsset, "\(quoted("_assets/" + name)) cannot be read").response
      }
      body = bytes
      defaults += AssetType.of(bytes, name: name).fields
    }
    let names = Set(fields.map { $0.name.lowercased() })
    defaults.append(HTTPField("X-Content-Type-Options", "nosniff"))
    // A page of the author's has the console's origin. In a sandbox it cannot use the console's session.
    if names.contains("content-type"), !names.contains("content-security-policy") {
      defaults.append(HTTPField("Content-Security-Policy", AssetType.sandbox))
    }
    let added = (defaults + CORS.mockFields).filter { !names.contains($0.name.lowercased()) }
    return HTTPResponse(HTTPStatus(rawValue: rendered.status), fields: fields + added, body: body)
  }
}

extension MockOutcome {
  /// What is sent in place of a response, and the status for the metrics; 0 without a response.
  fileprivate func replacement(of response: HTTPResponse) -> (outcome: Responder.Outcome, status: Int) {
    switch effect.fault?.outcome {
    case .reset: return (.reset, 0)
    case .bytes(let bytes): return (.raw(bytes), 0)
    case .truncatedBody, nil: break
    }
    guard let number = effect.status else { return (.response(response), response.status.rawValue) }
    let status = HTTPStatus(rawValue: number)
    // 205 has no body either, though it has a length (RFC 9110 §15.3.6).
    if status.isBodiless || status == 205 { return (.response(HTTPResponse(status)), number) }
    let problem = Problem(status, "mock", status.reason, "the mock was asked for this status")
    return (.response(problem.response), number)
  }
}

extension CORS {
  /// The fields of the responses of endpoints, whose own fields any page may read.
  static let mockFields: [HTTPField] = [allowOrigin, HTTPField("Access-Control-Expose-Headers", "*")]
}

extension Problem {
  /// - Parameter nearest: the endpoint with a similar path.
  fileprivate static func notFound(_ path: String, nearest: MockEndpoint?) -> Problem {
    guard let nearest else { return .notFound(path) }
    return Problem(
      .notFound, "no resource has the path \(quoted(path)); did you mean \(nearest.title)?")
  }
}
