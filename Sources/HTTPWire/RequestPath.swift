/// The segments of a request's path, decoded.
package enum RequestPath {
  package enum Failure: String, Error, Sendable {
    /// A `%` that two hexadecimal digits do not follow.
    case malformedEncoding = "malformed-encoding"
    case notUTF8 = "not-utf8"
    /// `.` or `..`, encoded or not. A client resolves them before it sends (RFC 3986 §5.2.4); one that arrives is
    /// an attempt to get somewhere else.
    case dotSegment = "dot-segment"
    case controlCharacter = "control-character"
  }

  /// `/` has no segments, `/a/` has two, the second one empty. An encoded slash is a character of its segment, never
  /// a separator (RFC 3986 §2.2).
  package static func segments(of path: Bytes) throws(Failure) -> [String] {
    var segments: [String] = []
    guard !path.isEmpty, path[0] == 0x2F, path.count > 1 else { return segments }
    var start = 1
    while start <= path.count {
      let slash = path.firstIndex(of: 0x2F, from: start) ?? path.count
      segments.append(try segment(path[start..<slash]))
      start = slash + 1
    }
    return segments
  }

  private static func segment(_ bytes: Bytes) throws(Failure) -> String {
    guard let decoded = PercentDecoding.decode(bytes, malformed: .refuse) else { throw .malformedEncoding }
    for byte in decoded where byte < 0x20 || byte == 0x7F { throw .controlCharacter }
    if decoded == [0x2E] || decoded == [0x2E, 0x2E] { throw .dotSegment }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}
