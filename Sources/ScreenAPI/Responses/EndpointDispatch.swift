import HTTPWire
import Screens

extension ScreenAPI {
  /// The label of requests for unknown paths in the metrics.
  static let nowhere = "(nothing)"

  /// What a request is for.
  enum Target {
    case call(EndpointCall)
    /// The screen of a route.
    case screen(String)
    /// A path that the endpoints of the mock can have.
    case backend
    /// A response that needs no handler, with the label under which it is counted.
    case response(HTTPResponse, label: String)

    static func problem(_ problem: Problem, label: String, isPublic: Bool = true) -> Target {
      .response(isPublic ? problem.response : problem.response.withoutCORS, label: label)
    }
  }

  /// Responds to every request except those that the hot path serves: a known screen whose route needs no decoding.
  /// - Parameter segments: the decoded path.
  func dispatch(
    _ request: borrowing HTTPRequest, at segments: [String], _ loop: ServingState.Snapshot
  ) -> Reply {
    switch target(of: request, at: segments) {
    case .call(let call): return reply(to: call)
    case .screen(let route): return screen(route, request, loop)
    case .backend: return backend(request, at: segments)
    case .response(let response, let label):
      serving.tally.count(label, status: response.status.rawValue)
      return .response(response.readable(by: request, at: segments.first))
    }
  }

  /// Finds what a request is for. Everything about it is decided by this one decoded path.
  /// - Parameter changeSet: the change set that the request writes in; nil for that of a view, or none.
  func target(
    of request: borrowing HTTPRequest, at segments: [String], in changeSet: String? = nil
  ) -> Target {
    if !serving.isReady, !Self.isAlwaysServed(segments) { return .problem(.notReady, label: Self.nowhere) }
    let match = EndpointTable.standard.match(segments)
    let bearer: Bearer?
    do throws(Problem) {
      // An unknown path below /admin needs a token, too. Without one, a response must not tell which paths exist.
      let needsToken = segments.first == "admin" && match?.resource.needsToken ?? true
      let guestsOf = match?.resource.admitsGuests ?? false ? changeSet ?? publisher.origin?.changeSet : nil
      bearer = needsToken ? try self.bearer(orSession: request, orGuestOf: guestsOf) : nil
    } catch {
      return .problem(error, label: "/admin", isPublic: false)
    }
    let path = "/" + RequestPath.joined(segments)
    guard let (resource, placeholders) = match else {
      if isOfBackend(segments) { return .backend }
      return .problem(.notFound(path), label: Self.nowhere, isPublic: bearer == nil)
    }
    let label = resource.path.description
    guard let endpoint = resource.endpoint(request.method) else {
      if request.method == .options, resource.isPublic {
        return .response(CORS.options(request, allowed: resource.methods), label: label)
      }
      return .problem(.methodNotAllowed(resource.methods), label: label, isPublic: resource.isPublic)
    }
    // With a real backend, the sockets accept larger bodies.
    let isUpload = request.method == .post && segments.suffix(2) == ["admin", "assets"]
    if request.body.count > (isUpload ? WireLimits.api.uploadBody : WireLimits.api.body) {
      return .response(.wireProblem(.bodyTooLarge), label: label)
    }
    if case .serveScreen = endpoint.handler { return .screen(placeholders["route"] ?? "") }
    return .call(
      EndpointCall(endpoint, path: path, placeholders: placeholders, bearer: bearer, request))
  }

  /// Whether a path has a response before the first screens are loaded.
  private static func isAlwaysServed(_ path: [String]) -> Bool {
    path == ["health"] || path == ["version"] || path == ["metrics"]
  }

  /// The reply with a problem, counted under a label.
  func counted(_ problem: Problem, of pattern: String, isPublic: Bool = true) -> Reply {
    serving.tally.count(pattern, status: problem.status.rawValue)
    return .response(isPublic ? problem.response : problem.response.withoutCORS)
  }

  /// The reply of an endpoint's handler.
  private func reply(to call: EndpointCall) -> Reply {
    // A session has its own store, which recognizes no repetitions.
    let inSession = serving.place == .session
    let executor = call.endpoint.executor(isDryRun: call.isDryRun, inSession: inSession)
    return deferred(counting: call.label, on: executor, of: call) { responder in
      switch call.endpoint.handler {
      case .respond(let respond) where call.endpoint.isWrite && !inSession:
        do throws(Problem) {
          let write = try pending(call, respond, at: serving.place, below: serving.path)
          takingTurn(write, on: queue(of: executor), responder) {
            responder.respond(.response(attempt(write).response))
          }
        } catch {
          responder.respond(.response(refused(error, call)))
        }
      case .respond(let respond):
        call.request.withRequest { request in
          do throws(Problem) {
            let arguments = try arguments(of: call, request, at: serving.place)
            let response = try respond(self, request, arguments)
            responder.respond(.response(finished(response, call.endpoint, request)))
          } catch {
            responder.respond(.response(finished(error.response, call.endpoint, request)))
          }
        }
      case .stream(let stream):
        call.request.withRequest { request in
          do throws(Problem) {
            try stream(self, request, try arguments(of: call, request, at: serving.place), responder)
          } catch {
            responder.respond(.response(finished(error.response, call.endpoint, request)))
          }
        }
      case .serveScreen: break
      }
    }
  }

  /// The arguments of a call whose token suffices.
  func arguments(
    of call: EndpointCall, _ request: borrowing HTTPRequest, at place: ServingState.Place
  ) throws(Problem) -> EndpointArguments {
    let arguments = try EndpointArguments(
      path: call.path, placeholders: call.placeholders, query: request.query ?? .empty, bearer: call.bearer,
      of: call.endpoint)
    try check(call.endpoint, arguments, at: place)
    return arguments
  }

  /// Checks that the scope of the token suffices for the request.
  private func check(
    _ endpoint: Endpoint, _ arguments: EndpointArguments, at place: ServingState.Place
  ) throws(Problem) {
    let scope = endpoint.scope(
      isDryRun: arguments.query["dryRun"] == "true", isInSession: place != .server)
    guard let scope else { return }
    guard let bearer = arguments.bearer else { throw Bearer.Refusal.missing.problem }
    if bearer.isGuest {
      guard endpoint.admitsGuests, place == .changeSet else { throw Bearer.Refusal.missing.problem }
      return
    }
    // A write within a change set publishes nothing, so the scope `edit` suffices.
    let needed = place == .changeSet && scope == .publish ? .edit : scope
    if let refusal = bearer.refusal(needing: needed) { throw refusal }
  }

  /// The response to send: validated, compressed if the client prefers that, with CORS only in the public API, and in
  /// browsers always of its media type: they would otherwise guess one from the bytes, which people put in.
  func finished(
    _ response: HTTPResponse, _ endpoint: Endpoint, _ request: borrowing HTTPRequest
  ) -> HTTPResponse {
    let validated =
      switch endpoint.validation {
      case .none: response
      case .entityTag: response.validated(request, allowsGzip: !endpoint.isSecret)
      case .ranges: response.ranged(request)
      case .prepared:
        response.value(of: "etag").flatMap { response.precondition(of: request, tag: $0) } ?? response
      }
    let open = endpoint.isPublic ? validated : validated.withoutCORS
    var response = open.readable(by: request, at: endpoint.path.first).coded(
      gzip: Self.takesGzip(request) && !endpoint.isSecret)
    if response.value(of: "content-type") != nil { response.add("X-Content-Type-Options", "nosniff") }
    return response
  }

  /// The response to a call that is refused.
  func refused(_ problem: Problem, _ call: EndpointCall) -> HTTPResponse {
    call.request.withRequest { finished(problem.response, call.endpoint, $0) }
  }

  /// A reply from work that may block. It runs on a queue, not on the loop.
  /// - Parameter pattern: the label under which the response is counted; nil if the work counts it.
  func offloaded(
    counting pattern: String?, _ work: @escaping @Sendable (CountedResponder) -> Void
  ) -> Reply {
    deferred(counting: pattern, on: .appQueue, work)
  }

  /// - Parameter call: the call, whose response a failure is; nil for work of no endpoint.
  private func deferred(
    counting pattern: String?, on executor: Endpoint.Executor, of call: EndpointCall? = nil,
    _ work: @escaping @Sendable (CountedResponder) -> Void
  ) -> Reply {
    .deferred { responder in
      let counted = CountedResponder(responder: responder, tally: serving.tally, pattern: pattern)
      run(work, on: executor, of: call, counted)
    }
  }

  private func run(
    _ work: @escaping @Sendable (CountedResponder) -> Void, on executor: Endpoint.Executor,
    of call: EndpointCall?, _ responder: CountedResponder
  ) {
    let isCancellable = call?.isCancellable ?? false
    let job = isCancellable ? responder.whileConnected(work) : { @Sendable in work(responder) }
    guard case .previewQueue = executor else { return queue(of: executor)(job) }
    if environment.offloadPreview(job) { return }
    var problem = Problem(
      .tooManyPreviews, "too many previews wait to be rendered; try again in a second")
    problem.fields = [HTTPField("Retry-After", "1")]
    responder.respond(.response(call.map { refused(problem, $0) } ?? problem.response))
  }

  /// The queue of an executor that takes all work.
  private func queue(of executor: Endpoint.Executor) -> APIEnvironment.Offload {
    switch executor {
    case .loop: { $0() }
    case .appQueue, .previewQueue: environment.offload
    case .adminQueue: environment.offloadAdmin
    case .writeQueue: environment.offloadWrite
    case .computeQueue: environment.offloadCompute
    }
  }
}
