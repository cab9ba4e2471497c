import Screens

/// What a path under `/admin` names.
enum AdminResource {
  case screen(Route)
  case order(Route)
  case versions(Route)
  case rollback(Route)
  case viewType(String)
  case releases
  case release(ReleaseName)

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
    case ("screens", 2...):
      let last = segments.count > 2 ? segments.last : nil
      let name = segments.dropFirst()
      switch last {
      case "order": self = .order(try Route(name.dropLast().joined(separator: "/")))
      case "versions": self = .versions(try Route(name.dropLast().joined(separator: "/")))
      case "rollback": self = .rollback(try Route(name.dropLast().joined(separator: "/")))
      default: self = .screen(try Route(name.joined(separator: "/")))
      }
    default:
      return nil
    }
  }

  /// Parameters of GET.
  var readParameters: [String] {
    switch self {
    case .screen: ["version"]
    case .versions: ["before", "limit"]
    case .order, .rollback, .viewType, .releases, .release: []
    }
  }

  /// Parameters of everything that writes.
  var writeParameters: [String] {
    switch self {
    case .order: ["dryRun", "section", "variant"]
    case .viewType: ["dryRun", "force"]
    case .releases, .release: []
    case .screen, .versions, .rollback: ["dryRun"]
    }
  }

  var methods: [String] {
    switch self {
    case .screen: ["GET", "HEAD", "PUT", "PATCH", "DELETE"]
    case .order, .viewType: ["PUT"]
    case .versions, .releases: ["GET", "HEAD"]
    case .release: ["GET", "HEAD", "PUT", "DELETE"]
    case .rollback: ["POST"]
    }
  }

  /// What its requests are counted under.
  var pattern: String {
    switch self {
    case .screen: "/admin/screens/{route}"
    case .order: "/admin/screens/{route}/order"
    case .versions: "/admin/screens/{route}/versions"
    case .rollback: "/admin/screens/{route}/rollback"
    case .viewType: "/admin/view-types/{name}"
    case .releases: "/admin/releases"
    case .release: "/admin/releases/{platform}/{version}"
    }
  }
}
