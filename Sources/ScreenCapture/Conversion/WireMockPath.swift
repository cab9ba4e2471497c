import Foundation
import JSONText
import Screens

/// The paths that a stub answers.
struct WireMockPath {
  enum Segment: Hashable {
    case literal(String)
    case any
    /// One or more segments, the last ones.
    case rest

    /// - Parameter text: the segment as a URL has it. One that no path of an endpoint can write becomes a placeholder.
    init(decoding text: String) {
      let decoded = text.removingPercentEncoding ?? ""
      let isPlain =
        !["", ".", ".."].contains(decoded) && !decoded.contains { "/{}?#".contains($0) }
        && decoded.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      self = isPlain ? .literal(decoded) : .any
    }

    /// The place in the order of two paths that match the same request, as that of endpoints.
    var rank: Int {
      switch self {
      case .literal: 0
      case .any: 1
      case .rest: 2
      }
    }
  }

  private(set) var segments: [Segment]
  /// What the URL must be beside the segments; nil if they say it all.
  private(set) var condition: JSONObject?
  /// The indices of the segments that a template names.
  private(set) var variables: [String: Int] = [:]
  /// Whether the path ends with a slash; nil if `condition` says it.
  private(set) var endsWithSlash: Bool?

  static let members: Set<String> = ["url", "urlPath", "urlPathTemplate", "urlPathPattern", "urlPattern"]

  init(_ request: JSONObject) throws(NoCounterpart) {
    let present = request.filter { Self.members.contains($0.name) && $0.value != .null }
    guard let member = present.first else {
      segments = [.rest]
      return
    }
    let place = ["request", member.name]
    guard case .string(let text) = member.value else {
      throw NoCounterpart(tokens: place, reason: "a URL is a string")
    }
    switch member.name {
    case "url": self = try Self.url(text, place)
    case "urlPath": self = try Self.path(text, place)
    case "urlPathTemplate": self = try Self.template(text, place)
    default: self = try Self.pattern(text, isOfPath: member.name == "urlPathPattern", place)
    }
  }

  private init(segments: [Segment], condition: JSONObject? = nil) {
    self.segments = segments
    self.condition = condition
  }

  private static func parts(_ path: Substring, _ place: [String]) throws(NoCounterpart) -> [String] {
    guard path.first == "/" else { throw NoCounterpart(tokens: place, reason: "a path begins with a slash") }
    var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.last == "" { parts.removeLast() }
    return parts
  }

  private static func url(_ text: String, _ place: [String]) throws(NoCounterpart) -> WireMockPath {
    let path = text.prefix { $0 != "?" }
    return WireMockPath(
      segments: try parts(path, place).map { Segment(decoding: $0) }, condition: ["url": .string(text)])
  }

  private static func path(_ text: String, _ place: [String]) throws(NoCounterpart) -> WireMockPath {
    var path = WireMockPath(segments: try parts(text[...], place).map { Segment(decoding: $0) })
    if path.segments.contains(.any) {
      let expression = WireMockPattern.escaped(text)
      path.condition = ["url": ["$regex": .string("^\(expression)(\\?|$)")]]
    } else {
      path.endsWithSlash = text.hasSuffix("/")
    }
    return path
  }

  private static func template(_ text: String, _ place: [String]) throws(NoCounterpart) -> WireMockPath {
    let parts = try parts(text[...], place)
    var path = WireMockPath(segments: [])
    for (index, part) in parts.enumerated() {
      if part == "**", index == parts.count - 1 {
        path.segments.append(.rest)
      } else if part.hasPrefix("{"), part.firstIndex(of: "}") == part.indices.last {
        path.variables[part.dropFirst().dropLast().filter { !".;*".contains($0) }] = index
        path.segments.append(.any)
      } else if part.contains("{") || part.contains("**") {
        throw NoCounterpart(
          tokens: place, reason: "a placeholder stands for a whole segment, not for a part of \(quoted(part))"
        )
      } else {
        let segment = Segment(decoding: part)
        guard segment != .any else {
          throw NoCounterpart(tokens: place, reason: "paths of endpoints have no segment \(quoted(part))")
        }
        path.segments.append(segment)
      }
    }
    path.endsWithSlash = text.hasSuffix("/")
    return path
  }

  private static func pattern(
    _ text: String, isOfPath: Bool, _ place: [String]
  ) throws(NoCounterpart) -> WireMockPath {
    let whole = try WireMockPattern(text, place)
    if whole.matchesAll || whole.matchesAllButEmpty { return WireMockPath(segments: [.rest]) }
    let path = isOfPath ? whole : whole.beforeQuery
    let segments = path.segments ?? [.rest]
    if path.isOfWholeSegments, isOfPath || whole.tokens == path.tokens && whole.endsOpen {
      var plain = WireMockPath(segments: segments)
      switch whole.tokens.last {
      case .literal("/")?: plain.endsWithSlash = true
      case .literal?: plain.endsWithSlash = false
      default: break
      }
      return plain
    }
    let expression = isOfPath ? "^\(whole.text(.path))(\\?|$)" : "^\(whole.text(.line))$"
    return WireMockPath(segments: segments, condition: ["url": [whole.operation: .string(expression)]])
  }

  // MARK: Several paths

  /// The path without the names of its placeholders.
  var shape: String {
    segments.map { segment in
      switch segment {
      case .literal(let text): "/" + text
      case .any: "/{}"
      case .rest: "/{...}"
      }
    }.joined()
  }

  /// Whether it has other segments than literal ones.
  var hasPlaceholders: Bool { segments.contains { $0.rank > 0 } }

  /// Whether requests that both paths match are for the endpoint of the other one.
  func isLessSpecific(than other: [Segment]) -> Bool {
    for (mine, theirs) in zip(segments, other) where mine.rank != theirs.rank {
      return mine.rank > theirs.rank
    }
    return false
  }

  /// What a request for an endpoint must be, beside its path, to have this path.
  /// - Returns: nil if there is no such request.
  func condition(at endpoint: WireMockPlaces) -> [JSONObject]? {
    var conditions: [JSONObject] = []
    for (index, segment) in endpoint.segments.enumerated() {
      guard index < segments.count else { return nil }
      if segments[index] == .rest { return conditions }
      switch (segment, segments[index]) {
      case (.literal(let text), .literal(let own)):
        guard text.utf8.elementsEqual(own.utf8) else { return nil }
      case (.any, .literal(let own)):
        conditions.append([endpoint.name(at: index): .string(own)])
      case (.rest, _):
        conditions.append([endpoint.name(at: index): ["$regex": .string(expression(from: index))]])
      case (.literal, _), (.any, _): break
      }
    }
    return endpoint.segments.count == segments.count || endpoint.segments.last == .rest ? conditions : nil
  }

  /// The expression for the segments from an index on.
  private func expression(from index: Int) -> String {
    let parts = segments[index...].map { segment in
      switch segment {
      case .literal(let text): WireMockPattern.escaped(text)
      case .any: "[^/]+"
      case .rest: ".+"
      }
    }
    return "^\(parts.joined(separator: "/"))$"
  }
}

/// The path of an endpoint that several stubs share.
struct WireMockPlaces {
  let segments: [WireMockPath.Segment]
  /// The names of the placeholders by index.
  private var names: [Int: String] = [:]

  /// - Parameter paths: the paths of the stubs. The first one that names a segment decides.
  init(_ paths: [WireMockPath]) {
    segments = paths.first?.segments ?? []
    for (index, segment) in segments.enumerated() {
      switch segment {
      case .literal: continue
      case .rest: names[index] = "rest"
      case .any:
        let own = paths.compactMap { path in path.variables.first { $0.value == index }?.key }
        let free = own.first { Self.isName($0) && !names.values.contains($0) }
        names[index] = free ?? "segment\(index + 1)"
      }
    }
  }

  private static func isName(_ text: String) -> Bool {
    text != "rest" && !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "_-".unicodeScalars.contains(scalar))
      }
  }

  /// The name of the value of a placeholder, such as `path.id`.
  func name(at index: Int) -> String { "path.\(names[index] ?? "")" }

  /// The path of the endpoint.
  var path: String {
    let parts = segments.enumerated().map { index, segment in
      switch segment {
      case .literal(let text): text
      case .any: "{\(names[index] ?? "")}"
      case .rest: "{\(names[index] ?? "")...}"
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
