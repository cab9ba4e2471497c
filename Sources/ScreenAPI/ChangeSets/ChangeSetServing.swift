import HTTPWire
import Screens

extension ScreenAPI {
  /// Passes a request whose path begins with `/c/` to the view of its change set.
  /// - Parameter path: the decoded path, at least two segments.
  func inChangeSet(
    _ request: borrowing HTTPRequest, at path: [String], _ views: ChangeSetViews,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    let name = path[1]
    let inner = Array(path.dropFirst(2))
    // What does not store is the view's to decide, which then copies the request only once.
    if let endpoint = EndpointTable.standard.match(inner)?.resource.endpoint(request.method),
      endpoint.effect == .stores, !endpoint.isDryRun(request.query ?? .empty)
    {
      let stripped = request.droppingFromPath(RequestPath.end(ofSegments: 2, in: request.path))
      switch target(of: stripped, at: inner, in: name) {
      case .call(let call):
        if case .respond(let respond) = call.endpoint.handler { return write(call, respond, in: name, views) }
      case .response(let response, _):
        serving.tally.count(Self.changeSetLabel, status: response.status.rawValue)
        return .response(response.readable(by: request, at: inner.first))
      case .screen, .backend: break
      }
    }
    guard let state = publisher.changeSets.state(of: name) else {
      return counted(.unknownChangeSet(name), of: Self.changeSetLabel)
        .readable(by: request, at: inner.first)
    }
    if let view = views.current(name, state) {
      return view.handle(request, belowPrefixOf: path, stripe: loop.stripe)
    }
    // Making the view takes time, so it is not for the loop.
    let owned = request.owned()
    return .deferred { responder in
      environment.offload {
        _ = serving.turns.run([.view(of: name)], on: environment.offload) {
          guard let view = views.open(name, of: self) else {
            return responder.respond(counted(.unknownChangeSet(name), of: Self.changeSetLabel))
          }
          owned.withRequest { responder.respond(view.handle($0, belowPrefixOf: path, stripe: 0)) }
        }
      }
    }
  }

  /// The label of requests that no view of a change set has served.
  private static let changeSetLabel = "/c/{name}"

  /// Writes in a change set, with its view. A write waits for the writes of the same set that came before it.
  private func write(
    _ call: EndpointCall, _ respond: @escaping Endpoint.Respond, in name: String, _ views: ChangeSetViews
  ) -> Reply {
    .deferred { responder in
      let outside = CountedResponder(
        responder: responder, tally: serving.tally, pattern: Self.changeSetLabel)
      environment.offloadWrite {
        do throws(Problem) {
          let write = try pending(
            call, respond, at: .changeSet, below: ChangeSetViews.path(of: name))
          takingTurn(write, in: name, on: environment.offloadWrite, outside) {
            do throws(Problem) {
              let (response, view) = try settle(write, in: name, views)
              CountedResponder(responder: responder, tally: view.serving.tally, pattern: call.label)
                .respond(.response(response))
            } catch {
              outside.respond(.response(refused(error, call)))
            }
          }
        } catch {
          outside.respond(.response(refused(error, call)))
        }
      }
    }
  }

  /// Attempts a write until no other node changes the set meanwhile. Each attempt begins from the newest state.
  /// - Returns: the response, and the view that it came from.
  private func settle(
    _ write: PendingWrite, in name: String, _ views: ChangeSetViews
  ) throws(Problem) -> (HTTPResponse, ScreenAPI) {
    let deadline = ContinuousClock.now + ChangeSetViews.writeTime
    while true {
      do throws(ScreensError) {
        // What the view accepts or rejects depends on everything that was acknowledged before this write.
        try publisher.refresh()
      } catch {
        throw Problem(forAdministrator: error)
      }
      guard let view = views.open(name, of: self) else { throw .unknownChangeSet(name) }
      guard publisher.changeSets.state(of: name)?.isOpen != false else {
        throw Problem(forAdministrator: .changeSetPublished(name))
      }
      switch view.attempt(write) {
      case .outdated where .now < deadline: continue
      case .outdated(let response), .settled(let response): return (response, view)
      }
    }
  }
}

extension Problem {
  /// The problem of a path in a change set that does not exist.
  fileprivate static func unknownChangeSet(_ name: String) -> Problem {
    Problem(
      .unknownChangeSet,
      "there is no change set \(quoted(name)); GET /admin/changesets lists them")
  }
}
