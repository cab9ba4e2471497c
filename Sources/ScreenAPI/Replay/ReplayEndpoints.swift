import AdminModel
import HTTPWire
import JSONText
import Screens

/// Replays of recorded requests against unpublished content: `/admin/replay`.
enum ReplayEndpoints {
  static let all: [Endpoint] = [replay]

  static let replay = Endpoint(
    .post, "/admin/replay", "replayRequests", .requests,
    "Replays recorded requests against a draft or a change set, and compares with the published screens",
    access: .token(.read), effect: .computes,
    reading: .body(ReplayRequest.schema, "The draft or change set to compare, and the requests."),
    responses: [.json("What changes", ReplayReport.self)],
    problems: [
      .noDraft, .unknownChangeSet, .invalidScreen, .noJournal, .notInSession, .damagedScreen,
      .storeUnavailable,
    ]
  ) { (api, body) throws(ScreensError) in
    let request = try ReplayRequest(body)
    let after: Replay.Side
    switch request.target {
    case .draft(let route): after = try api.sideWithDraft(of: route)
    case .changeSet(let name):
      guard let views = api.serving.changeSets else {
        return Problem(.notInSession, "sessions and change sets have no change sets of their own").response
      }
      guard let view = views.open(name, of: api) else {
        throw .unknownChangeSet(
          name, nearest: NearestName.to(name, among: api.publisher.changeSets.all.map(\.name)))
      }
      after = Replay.Side(api: view, screens: view.serving.currentScreens)
    }
    let replay = Replay(
      before: Replay.Side(api: api, screens: api.serving.currentScreens), after: after)
    switch request.source {
    case .recorded(let requests, let others):
      replay.leaveOut(others)
      try replay.run(requests)
    case .last(let count):
      guard let journal = api.serving.journal else {
        return Problem(.noJournal, "the server was started with --journal 0: it keeps no requests").response
      }
      try replay.run(
        journal.entries.lazy.filter { $0.exchange == nil }.prefix(count).map { RecordedScreenRequest($0) })
    }
    return .json(replay.report())
  }
}

extension ScreenAPI {
  /// The server with the draft of a screen in place of its current version.
  fileprivate func sideWithDraft(of route: Route) throws(ScreensError) -> Replay.Side {
    let draft = LazyPublishedScreen(try publisher.drafts.preview(of: route))
    let own = ServingState(forking: serving, path: serving.path)
    own.didChange(PublishedChange(own.catalogue, published: [draft]))
    return Replay.Side(
      api: ScreenAPI(publisher: publisher, serving: own, environment: environment),
      screens: own.currentScreens)
  }
}
