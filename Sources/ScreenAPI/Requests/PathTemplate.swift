import HTTPWire

/// The path of an endpoint, such as `/admin/screens/{route}/items/{id}`.
///
/// `{route}` and `{path}` stand for one segment or more, every other placeholder for exactly one.
struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case one(String)
    case several(String)
  }

  let description: String
  let segments: [Segment]

  /// Placeholders that stand for one segment or more. A template has at most one of them.
  private static let spanning: Set<Substring> = ["route", "path"]

  init(stringLiteral text: String) {
    description = text
    segments = text.split(separator: "/").map { segment in
      guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return .literal(String(segment)) }
      let name = segment.dropFirst().dropLast()
      return Self.spanning.contains(name) ? .several(String(name)) : .one(String(name))
    }
  }

  var placeholders: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .one(let name), .several(let name): name
      }
    }
  }

  /// The first segment; nil for a placeholder.
  var first: String? { if case .literal(let text)? = segments.first { text } else { nil } }

  /// The text of the placeholders in the decoded segments of a path; nil for the path of another endpoint.
  func match(_ path: [String]) -> [String: String]? {
    // The number of segments that the spanning placeholder takes beyond the first.
    let extra = path.count - segments.count
    guard extra >= 0 else { return nil }
    var values: [String: String] = [:]
    var position = 0
    for segment in segments {
      switch segment {
      case .literal(let text):
        guard path[position] == text else { return nil }
      case .one(let name):
        values[name] = path[position]
      case .several(let name):
        values[name] = RequestPath.joined(path[position...position + extra])
        position += extra
      }
      position += 1
    }
    return position == path.count ? values : nil
  }

  /// Whether this template takes precedence if both match: more segments first, then more literals.
  func precedes(_ other: PathTemplate) -> Bool {
    let literals = { (template: PathTemplate) in
      template.segments.count { if case .literal = $0 { true } else { false } }
    }
    return (segments.count, literals(self)) > (other.segments.count, literals(other))
  }
}
