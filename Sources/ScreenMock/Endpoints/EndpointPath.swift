import JSONText

/// The path of an endpoint, such as `/api/carts/{cart}`. A placeholder stands for one segment, and `{rest...}` at the end
/// for one or more. A slash at the end, of the template or of a request, means nothing.
package struct EndpointPath: Sendable, Hashable, CustomStringConvertible {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case placeholder(String)
    /// One or more segments, the last ones of a path.
    case rest(String)

    /// The name of the placeholder.
    var name: String? {
      switch self {
      case .literal: nil
      case .placeholder(let name), .rest(let name): name
      }
    }

    /// The place in the order of two paths that match the same request.
    var rank: Int {
      switch self {
      case .literal: 0
      case .placeholder: 1
      case .rest: 2
      }
    }
  }

  package let description: String
  let segments: [Segment]

  struct SyntaxError: Error {
    let message: String
    let hint: String?
  }

  package static let maximumBytes = 500

  init(_ text: String) throws(SyntaxError) {
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= Self.maximumBytes else {
      throw SyntaxError(
        message: "a path begins with \"/\" and has at most \(Self.maximumBytes) bytes",
        hint: text.contains("://") ? "leave out the scheme and the host" : "such as /api/carts/{cart}")
    }
    if text.contains("?") || text.contains("#") {
      throw SyntaxError(
        message: "a path has no query", hint: "write a condition on query.NAME in \"when\"")
    }
    var segments: [Segment] = []
    for part in Self.parts(text) {
      let segment = try Self.segment(part)
      if let name = segment.name, segments.contains(where: { $0.name == name }) {
        throw SyntaxError(message: "the placeholder \"{\(name)}\" is repeated", hint: nil)
      }
      if case .rest(let name)? = segments.last {
        throw SyntaxError(
          message: "\"{\(name)...}\" stands for the end of a path, and \"\(part)\" follows it",
          hint: "write {\(name)} for one segment")
      }
      segments.append(segment)
    }
    description = text
    self.segments = segments
  }

  /// The segments without the empty one after a slash at the end.
  private static func parts(_ text: String) -> [String] {
    var parts = text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    if parts.last == "" { parts.removeLast() }
    return parts
  }

  private static func segment(_ text: String) throws(SyntaxError) -> Segment {
    let braces = text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    if braces {
      let inside = String(text.dropFirst().dropLast())
      let isRest = inside.hasSuffix("...")
      let name = isRest ? String(inside.dropLast(3)) : inside
      guard text.hasPrefix("{"), text.hasSuffix("}"), isName(name) else {
        throw SyntaxError(
          message: "a placeholder is a whole segment: a name of letters, digits and \"_\" in braces",
          hint: "such as /api/carts/{cart}, or /files/{rest...} for all that follows")
      }
      return isRest ? .rest(name) : .placeholder(name)
    }
    if text.isEmpty {
      throw SyntaxError(message: "a segment of a path is empty", hint: "remove one of the slashes")
    }
    guard text != ".", text != "..", text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { throw SyntaxError(message: "no request has the path segment \"\(text)\"", hint: nil) }
    return .literal(text)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// The names of the placeholders.
  var names: [String] { segments.compactMap(\.name) }

  /// Whether the last segment stands for one or more.
  var hasRest: Bool { if case .rest? = segments.last { true } else { false } }

  /// The segments that are not placeholders. Those of a collection are its whole path.
  package var literals: [String] {
    segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
  }

  /// The template of the items of a collection with this path.
  func appending(placeholder name: String) -> EndpointPath {
    EndpointPath(
      description: (description.hasSuffix("/") ? String(description.dropLast()) : description) + "/{\(name)}",
      segments: segments + [.placeholder(name)])
  }

  private init(description: String, segments: [Segment]) {
    self.description = description
    self.segments = segments
  }

  /// A path without a slash at its end.
  package static func withoutTrailingSlash(_ path: String) -> String {
    path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
  }

  /// The segments of a requested path without the empty one after a slash at the end.
  static func withoutTrailingSlash(_ path: [String]) -> ArraySlice<String> {
    path.count > 1 && path.last == "" ? path.dropLast() : path[...]
  }

  /// The values of the placeholders; nil for a path that does not match.
  /// - Parameter path: decoded segments, without that of a slash at the end.
  func match(_ path: ArraySlice<String>) -> [(name: String, value: String)]? {
    guard path.count == segments.count || hasRest && path.count > segments.count else { return nil }
    var values: [(String, String)] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal): guard literal.hasSameScalars(as: text) else { return nil }
      case .placeholder(let name):
        guard !text.isEmpty else { return nil }
        values.append((name, text))
      case .rest(let name):
        values.append((name, path.dropFirst(segments.count - 1).joined(separator: "/")))
      }
    }
    return values
  }

  /// The path without the names of its placeholders: two paths of the same shape match the same requests.
  var shape: String {
    segments.map { segment in
      switch segment {
      case .literal(let text): "/" + text
      case .placeholder: "/{}"
      case .rest: "/{...}"
      }
    }.joined()
  }

  /// Whether this path is the more specific one of two that match the same request. The first segment in which they
  /// differ decides: a literal precedes a placeholder, and both precede the rest of a path.
  func precedes(_ other: EndpointPath) -> Bool? {
    for (mine, theirs) in zip(segments, other.segments) where mine.rank != theirs.rank {
      return mine.rank < theirs.rank
    }
    return nil
  }
}
