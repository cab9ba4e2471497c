import HTTPWire
import Screens

/// All endpoints by path. Matches requests to endpoints; `/openapi.json` is generated from it.
struct EndpointTable: Sendable {
  /// The endpoints of one path.
  struct Resource: Sendable {
    let path: PathTemplate
    let endpoints: [Endpoint]

    var isPublic: Bool { endpoints.allSatisfy(\.isPublic) }
    var needsToken: Bool { endpoints.contains(where: \.needsToken) }
    var admitsGuests: Bool { endpoints.contains(where: \.admitsGuests) }

    /// The methods for `Allow`: HEAD with GET, and OPTIONS in the public API.
    var methods: [String] {
      var names: [String] = []
      for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
        guard let endpoint = endpoints.first(where: { $0.method == method }) else { continue }
        names.append(method.name)
        if endpoint.allowsHead { names.append(HTTPMethod.head.name) }
      }
      if isPublic { names.append(HTTPMethod.options.name) }
      return names
    }

    /// The endpoint of a method; nil for a method that is not allowed.
    func endpoint(_ method: HTTPMethod) -> Endpoint? {
      endpoints.first { $0.method == method || method == .head && $0.allowsHead }
    }
  }

  /// The API.
  static let standard = EndpointTable([
    ScreenEndpoints.all, ArmEndpoints.all, ExplainEndpoints.all, EventEndpoints.all, ViewTypeEndpoints.all,
    FormatEndpoints.all, SchemaEndpoints.all, AssetEndpoints.all, UploadEndpoints.all, PreviewEndpoints.all,
    PreviewTemplateEndpoints.all, FlagEndpoints.all, FeatureEndpoints.all,
    ClientKeyEndpoints.all, WebhookEndpoints.all, DefinitionEndpoints.all, ItemEndpoints.all,
    TranslationEndpoints.all,
    DraftEndpoints.all, ChangeSetEndpoints.all, CommentEndpoints.all, GuestEndpoints.all,
    HistoryEndpoints.all, ComparisonEndpoints.all,
    ExperimentEndpoints.all, RolloutEndpoints.all, ReportEndpoints.all,
    ExposureEndpoints.all, ReleaseEndpoints.all,
    MockRuleEndpoints.all, MockScenarioEndpoints.all, MockStateEndpoints.all, MockBackendEndpoints.all,
    SessionEndpoints.all,
    JournalEndpoints.all,
    ReplayEndpoints.all,
    TokenEndpoints.all, PresenceEndpoints.all, ConsoleSessionEndpoints.all, ConsoleEndpoints.all,
    OperationEndpoints.all,
  ])

  /// The endpoints by path, in the order in which they were given.
  let resources: [Resource]
  /// The same resources by the first segment of the path, in the order of ``PathTemplate/precedes(_:)``.
  private let byFirstSegment: [String: [Resource]]

  init(_ groups: [[Endpoint]]) {
    var paths: [PathTemplate] = []
    var endpoints: [PathTemplate: [Endpoint]] = [:]
    for endpoint in groups.joined() {
      if endpoints[endpoint.path] == nil { paths.append(endpoint.path) }
      endpoints[endpoint.path, default: []].append(endpoint)
    }
    resources = paths.map { Resource(path: $0, endpoints: endpoints[$0] ?? []) }
    byFirstSegment = Dictionary(grouping: resources) { $0.path.first ?? "" }.mapValues {
      $0.sorted { $0.path.precedes($1.path) }
    }
  }

  /// The resource of the decoded segments of a path, with the text of its placeholders.
  func match(_ path: [String]) -> (resource: Resource, placeholders: [String: String])? {
    for resource in byFirstSegment[path.first ?? ""] ?? [] {
      if let placeholders = resource.path.match(path) { return (resource, placeholders) }
    }
    return nil
  }

  /// The words that follow a route in a path, so that no route can end with them.
  var reservedWords: Set<String> {
    var words: Set<String> = []
    for resource in resources {
      for (segment, next) in zip(resource.path.segments, resource.path.segments.dropFirst()) {
        if case .several = segment, case .literal(let word) = next { words.insert(word) }
      }
    }
    return words
  }
}

extension ScreenAPI {
  /// The template of a path, such as `/screens/{route}`; nil for an unknown path. Within a session or a
  /// change set, the template of the path without its prefix, unless it is the path of a guest link.
  package static func pathTemplate(of path: String) -> String? {
    guard let segments = try? Array(path.utf8).withBytes({ try RequestPath.segments(of: $0) }) else {
      return nil
    }
    let isView = segments.first == "s" || segments.first == "c"
    let own = isView && segments.count > 2 ? Array(segments.dropFirst(2)) : segments
    let whole = isView ? EndpointTable.standard.match(segments) : nil
    return (whole ?? EndpointTable.standard.match(own))?.resource.path.description
  }
}
