import HTTPWire

extension ScreenAPI {
  /// Records a screen request and its reply in the journal.
  /// - Returns: the reply. A deferred one is recorded when its response is ready.
  func journaled(
    _ reply: Reply, route: Bytes, _ request: borrowing HTTPRequest, _ journal: RequestJournal
  ) -> Reply {
    switch reply {
    case .prepared(let response):
      journal.note(request, route: route, since: nil, .prepared(response))
      return reply
    case .response(let response):
      journal.note(request, route: route, since: nil, .response(response))
      return reply
    case .deferred(let work):
      let owned = request.owned()
      let name = Array(route)
      let start = ContinuousClock.now
      return .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            owned.withRequest { request in
              name.withBytes { journal.note(request, route: $0, since: start, outcome) }
            }
            outer.forward(outcome)
          })
      }
    case .stream: return reply
    }
  }
}
