import Screens

/// What a path under `/admin` names.
enum AdminResource {
  case screen(Route)
  case order(Route)
  case versions(Route)
  case rollback(Route)
  case diff(Route)
  case draft(Route)
  case publish(Route)
  case items(Route)
  case item(Route, id: String)
  case viewType(String)
  case releases
  case release(ReleaseName)
  case tokens
  case token(String)
  case audit
  case experiments
  case experiment(String)
  case results(String)
  case exposures(String)
  case requests
  case requestCount
  case requestArchive
  case requestEvents
  case verifyRequests
  case mockRules
  case mockRule(String)
  case mockScenario
  case sessions
  case session(String)

  /// Nil when the path names nothing; a route that can't be one is a ``Route/Fault``.
  init?(_ segments: [String]) throws(Route.Fault) {
    switch (segments.first, segments.count) {
    case ("view-types", 2):
      self = .viewType(segments[1])
    case ("releases", 1):
      self = .releases
    case ("releases", 3):
      guard let name = ReleaseName(segments[1] + "/" + segments[2]) else { return nil }
      self = .release(name)
    case ("tokens", 1):
      self = .tokens
    case ("tokens", 2) where !segments[1].isEmpty:
      self = .token(segments[1])
    case ("audit", 1):
      self = .audit
    case ("requests", 1):
      self = .requests
    case ("requests", 2) where segments[1] == "count":
      self = .requestCount
    case ("requests", 2) where segments[1] == "har":
      self = .requestArchive
    case ("requests", 2) where segments[1] == "events":
      self = .requestEvents
    case ("requests", 2) where segments[1] == "verify":
      self = .verifyRequests
    case ("mock", 2) where segments[1] == "rules":
      self = .mockRules
    case ("mock", 3) where segments[1] == "rules" && Name.isValid(segments[2]):
      self = .mockRule(segments[2])
    case ("mock", 2) where segments[1] == "scenario":
      self = .mockScenario
    case ("sessions", 1):
      self = .sessions
    case ("sessions", 2) where !segments[1].isEmpty:
      self = .session(segments[1])
    case ("experiments", 1):
      self = .experiments
    case ("experiments", 2) where !segments[1].isEmpty:
      self = .experiment(segments[1])
    case ("experiments", 3) where segments[2] == "results":
      self = .results(segments[1])
    case ("experiments", 3) where segments[2] == "exposures":
      self = .exposures(segments[1])
    case ("screens", 2...):
      guard let resource = try Self.screen(Array(segments.dropFirst())) else { return nil }
      self = resource
    default:
      return nil
    }
  }

  /// A route, and what is asked of it.
  private static func screen(_ segments: [String]) throws(Route.Fault) -> AdminResource? {
    func route(_ count: Int) throws(Route.Fault) -> Route {
      try Route(segments.dropLast(count).joined(separator: "/"))
    }
    if segments.count > 2, segments[segments.count - 2] == "items" {
      let id = segments[segments.count - 1]
      return id.isEmpty ? nil : .item(try route(2), id: id)
    }
    switch segments.count > 1 ? segments.last : nil {
    case "order": return .order(try route(1))
    case "versions": return .versions(try route(1))
    case "rollback": return .rollback(try route(1))
    case "diff": return .diff(try route(1))
    case "draft": return .draft(try route(1))
    case "publish": return .publish(try route(1))
    case "items": return .items(try route(1))
    default: return .screen(try route(0))
    }
  }

  /// Parameters of GET.
  var readParameters: [String] {
    switch self {
    case .screen: ["version"]
    case .versions, .audit: ["before", "limit"]
    case .diff: ["from", "to"]
    case .requests, .requestArchive: ["route", "user", "status", "variant", "since", "before", "limit"]
    case .requestEvents: ["route", "user", "status", "variant"]
    case .requestCount: ["route", "user", "status", "variant", "since", "before"]
    case .exposures: ["format"]
    case .experiments, .experiment, .results, .mockRules, .mockRule, .mockScenario,
      .verifyRequests, .sessions, .session:
      []
    case .order, .rollback, .viewType, .releases, .release, .draft, .publish, .items, .item, .tokens, .token:
      []
    }
  }

  /// Parameters of everything that writes.
  var writeParameters: [String] {
    switch self {
    case .order: ["dryRun", "section", "variant"]
    case .experiment: ["dryRun", "allowReassignment"]
    case .viewType: ["dryRun", "force"]
    case .draft: ["dryRun", "baseVersion"]
    case .releases, .release, .diff, .tokens, .token, .audit, .versions, .experiments, .results, .exposures,
      .mockRules, .mockRule, .mockScenario, .sessions, .session, .requests, .requestCount, .requestArchive,
      .requestEvents,
      .verifyRequests:
      []
    case .screen, .rollback, .publish: ["dryRun", "allowReassignment"]
    case .items, .item: ["dryRun"]
    }
  }

  var methods: [String] {
    switch self {
    case .screen: ["GET", "HEAD", "PUT", "PATCH", "DELETE"]
    case .order, .viewType: ["PUT"]
    case .versions, .releases, .diff, .tokens, .audit, .experiments, .results, .exposures:
      ["GET", "HEAD"]
    case .experiment: ["GET", "HEAD", "PATCH"]
    case .release, .draft, .mockRule, .mockScenario: ["GET", "HEAD", "PUT", "DELETE"]
    case .mockRules, .requests: ["GET", "HEAD", "DELETE"]
    case .requestCount, .requestArchive: ["GET", "HEAD"]
    case .requestEvents: ["GET"]
    case .verifyRequests: ["POST"]
    case .sessions: ["GET", "HEAD", "POST", "DELETE"]
    case .session: ["GET", "HEAD", "DELETE"]
    case .rollback, .items: ["POST"]
    case .publish: ["POST", "DELETE"]
    case .item, .token: ["PUT", "DELETE"]
    }
  }

  /// What its requests are counted under.
  var pattern: String {
    switch self {
    case .screen: "/admin/screens/{route}"
    case .order: "/admin/screens/{route}/order"
    case .versions: "/admin/screens/{route}/versions"
    case .rollback: "/admin/screens/{route}/rollback"
    case .diff: "/admin/screens/{route}/diff"
    case .draft: "/admin/screens/{route}/draft"
    case .publish: "/admin/screens/{route}/publish"
    case .items: "/admin/screens/{route}/items"
    case .item: "/admin/screens/{route}/items/{id}"
    case .tokens: "/admin/tokens"
    case .token: "/admin/tokens/{name}"
    case .audit: "/admin/audit"
    case .experiments: "/admin/experiments"
    case .experiment: "/admin/experiments/{key}"
    case .results: "/admin/experiments/{key}/results"
    case .requests: "/admin/requests"
    case .requestCount: "/admin/requests/count"
    case .requestEvents: "/admin/requests/events"
    case .requestArchive: "/admin/requests/har"
    case .verifyRequests: "/admin/requests/verify"
    case .mockRules: "/admin/mock/rules"
    case .mockRule: "/admin/mock/rules/{name}"
    case .mockScenario: "/admin/mock/scenario"
    case .sessions: "/admin/sessions"
    case .session: "/admin/sessions/{id}"
    case .exposures: "/admin/experiments/{key}/exposures"
    case .viewType: "/admin/view-types/{name}"
    case .releases: "/admin/releases"
    case .release: "/admin/releases/{platform}/{version}"
    }
  }

  /// Tokens are the server's own.
  var isOfTokens: Bool {
    switch self {
    case .tokens, .token: true
    default: false
    }
  }

  /// What a bearer needs to be allowed. A dry run publishes nothing.
  func scope(reads: Bool, dryRun: Bool) -> AccessScope {
    switch self {
    case .tokens, .token: .administer
    // What the mock does is nothing that is published.
    case .mockRules, .mockRule, .mockScenario, .sessions, .session, .requests: reads ? .read : .edit
    case .verifyRequests: .read
    case .draft: reads ? .read : .edit
    default: reads ? .read : dryRun ? .edit : .publish
    }
  }
}
