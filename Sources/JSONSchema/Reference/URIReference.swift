import JSONText

/// A URI reference in its five components (RFC 3986 §4.1), and its resolution against a base (§5).
///
/// Parsing follows the regular expression of RFC 3986 appendix B, which every string matches. The `uri` formats check
/// whether the components are valid.
package struct URIReference: Sendable, Equatable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  package init(_ text: String) {
    var rest = Substring(text)
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest.utf8[mark] == UInt8(ascii: ":"), Self.isScheme(rest[..<mark].utf8)
    {
      scheme = rest[..<mark].lowercased()
      rest = rest[rest.utf8.index(after: mark)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986 §3.1).
  static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
    guard let first = bytes.first, first.isASCIILetter else { return false }
    return bytes.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
  }

  /// The reference resolved against a base: RFC 3986 §5.2.2, strict.
  package func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.withoutDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.withoutDotSegments(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.utf8.first == UInt8(ascii: "/") {
      target.path = Self.withoutDotSegments(path)
    } else {
      target.path = Self.withoutDotSegments(base.merging(path))
    }
    return target
  }

  /// RFC 3986 §5.2.3.
  private func merging(_ relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return path[...slash] + relative
  }

  /// RFC 3986 §5.2.4, with segments instead of the specification's buffers.
  private static func withoutDotSegments(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isRooted = path.utf8.first == UInt8(ascii: "/")
    var output: [Substring] = []
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst(isRooted ? 1 : 0).map { Substring($0) }
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { output.append("") }
      case "..":
        if !output.isEmpty { output.removeLast() }
        if isLast { output.append("") }
      default:
        output.append(segment)
      }
    }
    return (isRooted ? "/" : "") + output.joined(separator: "/")
  }

  /// The reference without its fragment: the URI of a resource.
  package var withoutFragment: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// The percent-decoded fragment (RFC 3986 §2.1); nil when an escape is invalid or the result is not UTF-8.
  package var decodedFragment: String? {
    guard let fragment else { return "" }
    return PercentEncoding.decoded(fragment)
  }
}

extension URIReference: CustomStringConvertible {
  /// The reference as a string (RFC 3986 §5.3).
  package var description: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}
