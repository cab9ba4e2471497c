/// Decodes the path of a request into segments.
package enum RequestPath {
  package enum DecodingError: String, Error, Sendable {
    /// A `%` without two hexadecimal digits after it.
    case malformedEncoding = "malformed-encoding"
    case notUTF8 = "not-utf8"
    /// `.` or `..`, encoded or not. Clients resolve them before they send a request (RFC 3986 §5.2.4), so one that
    /// arrives is an attempt at path traversal.
    case dotSegment = "dot-segment"
    case controlCharacter = "control-character"
  }

  /// The decoded segments. `/` has none; `/a/` has two, the second empty. An encoded slash is part of its segment,
  /// never a separator (RFC 3986 §2.2).
  package static func segments(of path: Bytes) throws(DecodingError) -> [String] {
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

  /// Whether decoded segments have `.` or `..` for a server that decodes them again, that takes an encoded slash or a
  /// backslash for a separator, or that ignores parameters after `;`.
  package static func hasHiddenDotSegment(_ segments: [String]) -> Bool {
    segments.contains { segment in
      var bytes = Array(segment.utf8)
      // More rounds than anybody decodes.
      for _ in 0..<8 {
        let isFound = bytes.split { $0 == 0x2F || $0 == 0x5C }.contains { part in
          let name = part.prefix { $0 != 0x3B }
          return name.elementsEqual([0x2E]) || name.elementsEqual([0x2E, 0x2E])
        }
        if isFound { return true }
        let decoded = bytes.withBytes { PercentDecoding.decode($0, malformed: .keep) } ?? bytes
        if decoded == bytes { return false }
        bytes = decoded
      }
      return true
    }
  }

  /// The offset after the first segments of a path that has at least that many.
  package static func end(ofSegments count: Int, in path: Bytes) -> Int {
    var end = 0
    for _ in 0..<count where end < path.count {
      end = path.firstIndex(of: 0x2F, from: end + 1) ?? path.count
    }
    return end
  }

  /// Joins segments with `/` into one name. A `/` within a segment becomes `%2F` again, so that the name has the same
  /// separators as the path.
  package static func joined(_ segments: some Collection<String>) -> String {
    segments.map { segment in
      guard segment.utf8.contains(0x2F) else { return segment }
      return String(
        decoding: segment.utf8.flatMap { $0 == 0x2F ? Array("%2F".utf8) : [$0] }, as: UTF8.self)
    }.joined(separator: "/")
  }

  private static func segment(_ bytes: Bytes) throws(DecodingError) -> String {
    guard let decoded = PercentDecoding.decode(bytes, malformed: .refuse) else { throw .malformedEncoding }
    for byte in decoded where byte < 0x20 || byte == 0x7F { throw .controlCharacter }
    if decoded == [0x2E] || decoded == [0x2E, 0x2E] { throw .dotSegment }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}
