/// A pattern of URLs, in which `*` matches any characters.
///
/// A pattern that begins with `/` is compared with the path, one that contains `://` or begins with `*` with the whole
/// URL, any other with host and path. The query is compared only if the pattern contains `?`. A pattern without `*` is
/// a prefix.
package struct URLPattern: Sendable {
  private let pieces: [ArraySlice<UInt8>]
  private let isPath: Bool
  private let hasScheme: Bool
  private let hasQuery: Bool

  package init(_ pattern: String) {
    let text = Self.loweringHost(pattern)
    let whole = text.contains("*") ? text : text + "*"
    pieces = Array(whole.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    isPath = text.hasPrefix("/")
    hasScheme = text.contains("://") || text.hasPrefix("*")
    hasQuery = text.contains("?")
  }

  /// Scheme and host are compared without regard to case (RFC 3986 §6.2.2.1).
  private static func loweringHost(_ pattern: String) -> String {
    guard !pattern.hasPrefix("/") else { return pattern }
    let host = pattern.firstRange(of: "://")?.upperBound ?? pattern.startIndex
    let end = pattern[host...].firstIndex { $0 == "/" || $0 == "?" } ?? pattern.endIndex
    return pattern[..<end].lowercased() + pattern[end...]
  }

  package func matches(_ url: String) -> Bool {
    let parts = URLParts(url)
    var subject: [UInt8] = []
    if hasScheme { subject += Array("\(parts.scheme)://".utf8) }
    if !isPath { subject += Array(parts.host.utf8) }
    subject += parts.path
    if hasQuery, !parts.query.isEmpty { subject += [UInt8(ascii: "?")] + parts.query }
    return matches(subject[...])
  }

  /// Finds the pieces between the stars from left to right. The earliest place of each is as good as any later one.
  private func matches(_ subject: ArraySlice<UInt8>) -> Bool {
    guard let first = pieces.first, let last = pieces.last, subject.starts(with: first) else { return false }
    var rest = subject.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
