import JSONText
import Screens

/// The endpoints of a server by path and method.
package struct MockEndpointTable: Sendable {
  /// What a request does with an endpoint.
  enum Operation: Sendable {
    case answer
    case list, create
    /// Of one item of a collection.
    case get, replace, merge, remove
  }

  /// An endpoint at one of its paths, for one of its methods.
  package struct Entry: Sendable {
    let endpoint: MockEndpoint
    let path: EndpointPath
    let method: String
    let operation: Operation

    /// Whether this entry is tried before another one that matches the same path.
    func precedes(_ other: Entry) -> Bool {
      if let precedes = path.precedes(other.path) { return precedes }
      let hasCondition = (endpoint.condition != nil, other.endpoint.condition != nil)
      if hasCondition.0 != hasCondition.1 { return hasCondition.0 }
      let hasSchema = (endpoint.bodySchema != nil, other.endpoint.bodySchema != nil)
      if hasSchema.0 != hasSchema.1 { return hasSchema.0 }
      if endpoint.isAdded != other.endpoint.isAdded { return endpoint.isAdded }
      return endpoint.name < other.endpoint.name
    }

    /// The method and the shape of the path.
    package var key: String { method + path.shape }

    /// Whether every request that one of the two matches is matched by the other one, too.
    package func isSame(as other: Entry) -> Bool {
      key.hasSameScalars(as: other.key)
        && Self.isSame(endpoint.condition?.source, other.endpoint.condition?.source)
        && Self.isSame(endpoint.bodySchema?.schema, other.endpoint.bodySchema?.schema)
    }

    private static func isSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return one.isEquivalent(to: other)
    }
  }

  /// An entry that matches a path.
  struct Match: Sendable {
    let entry: Entry
    let placeholders: [(name: String, value: String)]
  }

  /// The name of the placeholder for the id of an item.
  static let itemID = "id"

  private(set) var endpoints: [MockEndpoint] = []
  /// The entries by the number of segments, without those of ``openEntries``.
  private var entries: [Int: [Entry]] = [:]
  /// The entries whose paths end with `{rest...}`.
  private var openEntries: [Entry] = []

  init(_ endpoints: [MockEndpoint] = []) {
    self.endpoints = endpoints
    for entry in endpoints.flatMap({ Self.entries(of: $0) }) {
      if entry.path.hasRest {
        openEntries.append(entry)
      } else {
        entries[entry.path.segments.count, default: []].append(entry)
      }
    }
  }

  package static func entries(of endpoint: MockEndpoint) -> [Entry] {
    func entry(_ method: String, _ operation: Operation, at path: EndpointPath) -> Entry {
      Entry(endpoint: endpoint, path: path, method: method, operation: operation)
    }
    guard endpoint.collection != nil else {
      return endpoint.method.map { [entry($0, .answer, at: endpoint.path)] } ?? []
    }
    let item = endpoint.path.appending(placeholder: itemID)
    return [
      entry("GET", .list, at: endpoint.path), entry("POST", .create, at: endpoint.path),
      entry("GET", .get, at: item), entry("PUT", .replace, at: item), entry("PATCH", .merge, at: item),
      entry("DELETE", .remove, at: item),
    ]
  }

  /// The entries that match a path, whatever their method, in the order in which they are tried.
  func matches(_ path: [String]) -> [Match] {
    let path = EndpointPath.withoutTrailingSlash(path)
    return candidates(of: path).compactMap { entry in
      entry.path.match(path).map { Match(entry: entry, placeholders: $0) }
    }.sorted { $0.entry.precedes($1.entry) }
  }

  func hasMatch(_ path: [String], method: String) -> Bool {
    let path = EndpointPath.withoutTrailingSlash(path)
    return candidates(of: path).contains { $0.method == method && $0.path.match(path) != nil }
  }

  /// The entries whose number of segments fits.
  private func candidates(of path: ArraySlice<String>) -> [Entry] {
    (entries[path.count] ?? []) + openEntries
  }

  /// The endpoint whose path is nearest to an unknown one; nil if none is near.
  func nearest(to path: [String]) -> MockEndpoint? {
    let path = EndpointPath.withoutTrailingSlash(path)
    var known: [String: MockEndpoint] = [:]
    for endpoint in endpoints.reversed() { known[endpoint.path.text(like: path)] = endpoint }
    let text = "/" + path.joined(separator: "/")
    return NearestName.to(text, among: known.keys.sorted(), share: 4).flatMap { known[$0] }
  }
}

extension EndpointPath {
  /// The path with the segments of another one in place of its placeholders.
  fileprivate func text(like path: ArraySlice<String>) -> String {
    let segments = segments.enumerated().map { index, segment in
      switch segment {
      case .literal(let text): text
      case .placeholder(let name): index < path.count ? path[path.startIndex + index] : "{\(name)}"
      case .rest(let name): index < path.count ? path.dropFirst(index).joined(separator: "/") : "{\(name)...}"
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
