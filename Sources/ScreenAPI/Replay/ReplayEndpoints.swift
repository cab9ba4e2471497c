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
    responses: [.json("What changes", .replay)],
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
      try replay.run(journal.entries.prefix(count).lazy.map { RecordedScreenRequest($0) })
    }
    return .json(replay.json())
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

extension Schema {
  private static let replayedItem = Schema.named(
    "ReplayedItem",
    .object(
      .required("id", .string), .required("effect", .choice(["added", "removed", "moved", "changed"])),
      .required("requests", .integer)))

  private static let replayedDowngrade = Schema.named(
    "ReplayedDowngrade",
    .object(
      .required("item", .string), .required("effect", .choice(["fallback", "dropped"])),
      .required("release", .string.orNull), .required("requests", .integer)))

  fileprivate static let replay = Schema.named(
    "ReplayResult",
    .object(
      .required("requests", .integer, "The requests for screens that were run."),
      .required("changed", .integer, "Those whose app would show something else."),
      .required(
        "downgraded", .integer,
        "Those whose app lacks an item, or gets its fallback, and did not before; new items included."),
      .required("empty", .integer, "Those that would show nothing, and show something now."),
      .required("problems", .integer, "Those that would get a problem, and get a screen now."),
      .required("unreadable", .integer, "Requests that are not for screens, or malformed."),
      .required(
        "screens",
        .array(
          .named(
            "ReplayedScreen",
            .object(
              .required("route", .string), .required("requests", .integer), .required("changed", .integer),
              .required("items", .array(replayedItem), "The items that change most often, at most 100."),
              .required("downgrades", .array(replayedDowngrade))))))))
}
