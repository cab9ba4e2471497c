import HTTPWire
import Screens

extension ScreenAPI {
  /// The label of requests for unknown paths in the metrics.
  static let nowhere = "(nothing)"

  /// Responds to every request except those that the hot path serves: a known screen whose route needs no decoding.
  func dispatch(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply {
    if request.path == "*" {
      return .response(
        HTTPResponse(204, fields: [HTTPField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")]))
    }
    if !serving.isReady, !Self.isAlwaysServed(request.path) { return counted(.notReady, of: Self.nowhere) }
    let segments: [String]
    do throws(RequestPath.DecodingError) {
      segments = try RequestPath.segments(of: request.path)
    } catch {
      return counted(Self.problem(of: error, in: request.path), of: Self.nowhere)
    }
    let match = EndpointTable.standard.match(segments)
    let bearer: Bearer?
    do throws(Problem) {
      // An unknown path below /admin needs a token, too. Without one, a response must not tell which paths exist.
      let needsToken = segments.first == "admin" && match?.resource.needsToken ?? true
      bearer = needsToken ? try self.bearer(orSession: request) : nil
    } catch {
      return counted(error, of: "/admin", isPublic: false)
    }
    let path = "/" + RequestPath.joined(segments)
    guard let (resource, placeholders) = match else {
      return counted(.notFound(path), of: Self.nowhere, isPublic: bearer == nil)
    }
    guard let endpoint = resource.endpoint(request.method) else {
      if request.method == .options, resource.isPublic {
        let preflight = CORS.preflight(request, allowed: resource.methods)
        serving.tally.count(resource.path.description, status: preflight.status.rawValue)
        return .response(preflight)
      }
      return counted(
        .methodNotAllowed(resource.methods), of: resource.path.description, isPublic: resource.isPublic)
    }
    switch endpoint.handler {
    case .serveScreen: return screen(placeholders["route"] ?? "", request, loop)
    case .respond(let respond):
      return makeReply(request, endpoint, respond) { (query) throws(Problem) in
        try EndpointArguments(
          path: path, placeholders: placeholders, query: query, bearer: bearer, of: endpoint)
      }
    }
  }

  /// Whether a path has a response before the first screens are loaded.
  private static func isAlwaysServed(_ path: Bytes) -> Bool {
    path == "/health" || path == "/version" || path == "/metrics"
  }

  /// The reply with a problem, counted under a label.
  func counted(_ problem: Problem, of pattern: String, isPublic: Bool = true) -> Reply {
    serving.tally.count(pattern, status: problem.status.rawValue)
    return .response(isPublic ? problem.response : problem.response.withoutCORS)
  }

  /// The reply of an endpoint's handler.
  private func makeReply(
    _ request: borrowing HTTPRequest, _ endpoint: Endpoint, _ respond: @escaping Endpoint.Respond,
    _ arguments: @escaping @Sendable (Bytes) throws(Problem) -> EndpointArguments
  ) -> Reply {
    let owned = request.owned()
    return deferred(counting: endpoint.path.description, on: endpoint.executor) { responder in
      owned.withRequest { request in
        do throws(Problem) {
          let arguments = try arguments(request.query ?? .empty)
          try check(endpoint, arguments)
          let response =
            endpoint.isWrite && serving.isDurable
            ? try write(request, endpoint, arguments) { (arguments) throws(Problem) in
              try respond(self, request, arguments, responder)
            } : try respond(self, request, arguments, responder)
          guard let response else { return }
          responder.respond(.response(finished(response, endpoint, request)))
        } catch {
          // Another node has changed the set. The write runs again, with a new view.
          if serving.isChangeSet, error.isOutdated { return }
          responder.respond(.response(finished(error.response, endpoint, request)))
        }
      }
    }
  }

  /// Checks that the scope of the token suffices for the request.
  private func check(_ endpoint: Endpoint, _ arguments: EndpointArguments) throws(Problem) {
    let scope = endpoint.scope(
      isDryRun: arguments.query["dryRun"] == "true", isInSession: serving.sessions == nil)
    guard let scope else { return }
    guard let bearer = arguments.bearer else { throw Bearer.Refusal.missing.problem }
    // A write within a change set publishes nothing, so the scope `edit` suffices.
    let needed = serving.isChangeSet && scope == .publish ? .edit : scope
    if let refusal = bearer.refusal(needing: needed) { throw refusal }
  }

  /// The response to send: validated, compressed if the client prefers that, and with CORS only in the public API.
  private func finished(
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
    return open.coded(gzip: Self.takesGzip(request) && !endpoint.isSecret)
  }

  /// A reply from work that may block. It runs on a queue, not on the loop.
  /// - Parameter pattern: the label under which the response is counted; nil if the work counts it.
  func offloaded(
    counting pattern: String?, _ work: @escaping @Sendable (CountedResponder) -> Void
  ) -> Reply {
    deferred(counting: pattern, on: .queue, work)
  }

  private func deferred(
    counting pattern: String?, on executor: Endpoint.Executor,
    _ work: @escaping @Sendable (CountedResponder) -> Void
  ) -> Reply {
    .deferred { responder in
      let counted = CountedResponder(responder: responder, tally: serving.tally, pattern: pattern)
      switch executor {
      case .loop: work(counted)
      case .queue: environment.offload { work(counted) }
      case .adminQueue: environment.offloadAdmin { work(counted) }
      case .writeQueue:
        if serving.isChangeSet {
          // This work already runs on that queue, and the next write in a set waits for it.
          work(counted)
        } else if serving.isDurable {
          environment.offloadWrite { work(counted) }
        } else {
          // A session has its own store, so its changes do not wait in the queue of writes.
          environment.offload { work(counted) }
        }
      case .previewQueue:
        guard !environment.offloadPreview({ work(counted) }) else { return }
        var problem = Problem(
          .tooManyPreviews, "too many previews wait to be rendered; try again in a second")
        problem.fields = [HTTPField("Retry-After", "1")]
        counted.respond(.response(problem.response.withoutCORS))
      }
    }
  }
}
