import Screens

/// What a path of the public API names.
enum PublicResource {
  case screens
  case screen(String)
  case explain(String)
  case events(String)
  case viewTypes
  case viewType(String)
  case formats
  case format(String)
  case health
  case version
  case openAPI
  case metrics
  case asset(String)
  case flags
  case flag(String)

  init?(_ segments: [String]) {
    switch (segments.first, segments.count) {
    case ("screens", 1): self = .screens
    case ("screens", 3...) where segments.last == "explain":
      self = .explain(segments.dropFirst().dropLast().joined(separator: "/"))
    case ("screens", 3...) where segments.last == "events":
      self = .events(segments.dropFirst().dropLast().joined(separator: "/"))
    case ("screens", 2...): self = .screen(segments.dropFirst().joined(separator: "/"))
    case ("view-types", 1): self = .viewTypes
    case ("view-types", 2): self = .viewType(segments[1])
    case ("formats", 1): self = .formats
    case ("formats", 2): self = .format(segments[1])
    case ("health", 1): self = .health
    case ("version", 1): self = .version
    case ("openapi.json", 1): self = .openAPI
    case ("metrics", 1): self = .metrics
    case ("assets", 2...): self = .asset(segments.dropFirst().joined(separator: "/"))
    case ("ofrep", 4) where segments[1...] == ["v1", "evaluate", "flags"]: self = .flags
    case ("ofrep", 5) where segments[1...3] == ["v1", "evaluate", "flags"] && !segments[4].isEmpty:
      self = .flag(segments[4])
    default: return nil
    }
  }

  /// The methods it has, HEAD with GET and OPTIONS with all.
  var methods: [String] {
    switch self {
    case .explain: ["GET", "HEAD", "POST", "OPTIONS"]
    case .flags, .flag: ["POST", "OPTIONS"]
    default: ["GET", "HEAD", "OPTIONS"]
    }
  }

  /// What its requests are counted under: the paths of one resource are one series.
  var pattern: String {
    switch self {
    case .screens: "/screens"
    case .screen: "/screens/{route}"
    case .explain: "/screens/{route}/explain"
    case .events: "/screens/{route}/events"
    case .viewTypes: "/view-types"
    case .viewType: "/view-types/{name}"
    case .formats: "/formats"
    case .format: "/formats/{name}"
    case .health: "/health"
    case .version: "/version"
    case .openAPI: "/openapi.json"
    case .metrics: "/metrics"
    case .asset: "/assets/{path}"
    case .flags: "/ofrep/v1/evaluate/flags"
    case .flag: "/ofrep/v1/evaluate/flags/{key}"
    }
  }
}
