import JSONText

extension EndpointPath {
  /// The first segments that are Marquee's whatever follows them.
  package static let reservedPrefixes: Set<String> = ["admin", "console", "s", "c"]

  /// The other paths of Marquee. `{…}` stands for one segment, `{route}` and `{path}` for one or more.
  package static let reservedPaths = [
    "/api/features/{clientKey}", "/assets/{path}", "/events", "/exposures", "/formats", "/formats/{name}",
    "/health", "/metrics", "/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/{key}", "/ofrep/v1/events",
    "/openapi.json", "/preview/{route}", "/previews", "/previews/{name}", "/previews/{name}/sample",
    "/reports", "/schemas/{name}", "/screens", "/screens/{route}", "/sub/{clientKey}", "/version",
    "/view-types", "/view-types/{name}",
  ]

  private static let templates = reservedPaths.map { path in
    path.split(separator: "/").map(String.init)
  }

  /// Whether all paths that match are Marquee's own, so that the endpoint would never answer. Another path can match
  /// some of Marquee's, and loses those.
  var isReserved: Bool {
    guard !segments.isEmpty else { return true }
    if case .literal(let first) = segments[0], Self.reservedPrefixes.contains(first) { return true }
    return Self.templates.contains { Self.covers($0[...], segments[...]) }
  }

  /// Whether a path is Marquee's own; also true for a text that is no path.
  package static func isReserved(_ path: String) -> Bool {
    (try? EndpointPath(path)).map(\.isReserved) ?? true
  }

  /// Whether a decoded path is Marquee's own. All of its segments stand for themselves.
  package static func isReserved(_ segments: [String]) -> Bool {
    guard let first = segments.first else { return true }
    let literals = segments.map { Segment.literal($0) }
    return reservedPrefixes.contains(first) || templates.contains { covers($0[...], literals[...]) }
  }

  private static func covers(_ template: ArraySlice<String>, _ path: ArraySlice<Segment>) -> Bool {
    guard let first = template.first, let segment = path.first else {
      return template.isEmpty && path.isEmpty
    }
    let rest = template.dropFirst()
    switch first {
    case "{route}", "{path}":
      return (1...path.count).contains { covers(rest, path.dropFirst($0)) }
    case _ where first.hasPrefix("{"):
      // The rest of a path can have more segments than this one.
      if case .rest = segment { return false }
      return covers(rest, path.dropFirst())
    default:
      guard case .literal(let text) = segment, text.hasSameScalars(as: first) else { return false }
      return covers(rest, path.dropFirst())
    }
  }
}
