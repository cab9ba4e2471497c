import HTTPWire
import Screens

extension ScreenAPI {
  /// Passes a request whose path begins with `/c/` to the view of its change set.
  func inChangeSet(
    _ request: borrowing HTTPRequest, _ views: ChangeSetViews, _ loop: ServingState.Snapshot
  ) -> Reply {
    let path = request.path
    let end = (3..<path.count).first { path[$0] == UInt8(ascii: "/") } ?? path.count
    let name = String(decoding: path[3..<end])
    guard let state = publisher.changeSetState(name) else {
      do throws(RequestPath.DecodingError) {
        _ = try RequestPath.segments(of: path)
      } catch {
        return counted(Self.problem(of: error, in: path), of: Self.nowhere)
      }
      return counted(.unknownChangeSet(name), of: "/c/{name}")
    }
    let isRead = request.method == .get || request.method == .head || request.method == .options
    // Only writes of the admin API enter the queue of writers: public requests must not delay it.
    let isWrite = !isRead && path[end..<path.count].hasPrefix("/admin/")
    if isWrite {
      do throws(Problem) {
        _ = try bearer(orSession: request)
        guard state.isOpen else { throw Problem(forAdministrator: .changeSetPublished(name)) }
      } catch {
        return counted(error, of: "/c/{name}", isPublic: false)
      }
    }
    if !isWrite, let view = views.current(name, state) {
      return view.handle(
        request.droppingFromPath(end), view.serving.snapshot(stripe: loop.stripe))
    }
    // Making the view may wait for another request that makes one, so it is not for the loop.
    let owned = request.owned()
    @Sendable func respond(_ view: ScreenAPI?, _ responder: Responder) {
      guard let view else {
        serving.tally.count("/c/{name}", status: 404)
        responder.respond(Problem.unknownChangeSet(name).response)
        return
      }
      owned.withRequest { request in
        responder.respond(view.handle(request.droppingFromPath(end), view.serving.snapshot(stripe: 0)))
      }
    }
    return .deferred { responder in
      if isWrite {
        environment.offloadWrite { views.write(name, of: self) { respond($0, responder) } }
      } else {
        environment.offload { respond(views.open(name, of: self), responder) }
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
