import HTTPWire
import Screens
import Synchronization

extension ScreenAPI {
  /// Passes a request whose path begins with `/c/` to the view of its change set.
  func inChangeSet(
    _ request: borrowing HTTPRequest, _ views: ChangeSetViews, _ loop: ServingState.Snapshot
  ) -> Reply {
    let path = request.path
    let end = (3..<path.count).first { path[$0] == UInt8(ascii: "/") } ?? path.count
    let name = String(decoding: path[3..<end])
    if Self.storesChanges(request.method, path[end..<path.count]) {
      do throws(Problem) {
        _ = try bearer(orSession: request)
      } catch {
        return counted(error, of: "/c/{name}", isPublic: false)
      }
      return write(in: name, request, dropping: end, views)
    }
    guard let state = publisher.changeSetState(name) else {
      do throws(RequestPath.DecodingError) {
        _ = try RequestPath.segments(of: path)
      } catch {
        return counted(Self.problem(of: error, in: path), of: Self.nowhere)
      }
      return counted(.unknownChangeSet(name), of: "/c/{name}")
    }
    if let view = views.current(name, state) {
      return view.handle(
        request.droppingFromPath(end), view.serving.snapshot(stripe: loop.stripe))
    }
    // Making the view may wait for another request that makes one, so it is not for the loop.
    let owned = request.owned()
    return .deferred { responder in
      environment.offload {
        guard let view = views.open(name, of: self) else {
          return responder.respond(counted(.unknownChangeSet(name), of: "/c/{name}"))
        }
        owned.withRequest { request in
          responder.respond(view.handle(request.droppingFromPath(end), view.serving.snapshot(stripe: 0)))
        }
      }
    }
  }

  /// Whether a request changes a set. Other requests must not wait in the queue of writers.
  private static func storesChanges(_ method: HTTPMethod, _ path: Bytes) -> Bool {
    guard path.hasPrefix("/admin/"), let segments = try? RequestPath.segments(of: path) else { return false }
    return EndpointTable.standard.match(segments)?.resource.endpoint(method)?.executor == .writeQueue
  }

  /// Writes in a change set, with its view.
  /// - Parameter prefix: the number of bytes before the view's own path.
  private func write(
    in name: String, _ request: borrowing HTTPRequest, dropping prefix: Int, _ views: ChangeSetViews
  ) -> Reply {
    let owned = request.owned()
    return .deferred { responder in
      environment.offloadWrite {
        do throws(ScreensError) {
          try views.write(name, of: self) { view in
            guard let view else {
              responder.respond(counted(.unknownChangeSet(name), of: "/c/{name}"))
              return true
            }
            guard publisher.changeSetState(name)?.isOpen != false else {
              let problem = Problem(forAdministrator: .changeSetPublished(name))
              responder.respond(counted(problem, of: "/c/{name}", isPublic: false))
              return true
            }
            return attempt(owned, dropping: prefix, view, responder)
          }
        } catch {
          responder.respond(
            counted(Problem(forAdministrator: error), of: "/c/{name}", isPublic: false))
        }
      }
    }
  }

  /// Runs a write in a view, on this thread.
  /// - Returns: false, without a response, if the view was outdated.
  private func attempt(
    _ request: OwnedRequest, dropping prefix: Int, _ view: ScreenAPI, _ responder: Responder
  ) -> Bool {
    let isOutdated = Atomic(false)
    request.withRequest { request in
      let attempt = Responder(makeWriter: responder.makeWriter) { outcome in
        // A change whose view was outdated releases its responder without a response.
        if case .none = outcome {
          isOutdated.store(true, ordering: .relaxed)
        } else {
          responder.forward(outcome)
        }
      }
      attempt.respond(view.handle(request.droppingFromPath(prefix), view.serving.snapshot(stripe: 0)))
    }
    return !isOutdated.load(ordering: .relaxed)
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
