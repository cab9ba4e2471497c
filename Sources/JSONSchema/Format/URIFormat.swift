/// `uri`, `uri-reference` (RFC 3986), `iri`, `iri-reference` (RFC 3987).
enum URIFormat {
  static func matches(_ text: String, isReference: Bool, isInternational: Bool) -> Bool {
    if isSimpleURI(text) { return true }
    let grammar = Grammar(isInternational: isInternational)
    var rest = text.utf8[...]
    var hasScheme = false
    if let mark = rest.firstIndex(where: { colonSlashQuestionHash.contains($0) }),
      rest[mark] == UInt8(ascii: ":")
    {
      // Without a scheme, a colon in the first segment of a path is an error (RFC 3986 §4.2).
      guard URIReference.isScheme(rest[..<mark]) else { return false }
      hasScheme = true
      rest = rest[rest.index(after: mark)...]
    }
    guard hasScheme || isReference else { return false }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != slash && $0 != question && $0 != hash }
      guard grammar.isAuthority(authority) else { return false }
      rest = rest[authority.endIndex...]
    }
    let path = rest.prefix { $0 != question && $0 != hash }
    guard grammar.consists(path, of: .path) else { return false }
    rest = rest[path.endIndex...]
    if rest.first == question {
      let query = rest.dropFirst().prefix { $0 != hash }
      guard grammar.consists(query, of: .query) else { return false }
      rest = rest[query.endIndex...]
    }
    return rest.isEmpty || grammar.consists(rest.dropFirst(), of: .fragment)
  }

  /// A fast check for the usual URI: a scheme and plain characters, without user, port, address in brackets or
  /// percent-encoding. False means that the full check is necessary.
  private static func isSimpleURI(_ text: String) -> Bool {
    var isInScheme = true
    var position = 0
    // The number of slashes directly after the scheme.
    var slashes = 0
    var isInAuthority = false
    var isInFragment = false
    for byte in text.utf8 {
      defer { position += 1 }
      if isInScheme {
        if byte.isASCIILetter { continue }
        guard byte == UInt8(ascii: ":"), position > 0 else { return false }
        isInScheme = false
        continue
      }
      switch byte {
      case slash:
        if slashes == 1 { isInAuthority = true } else if isInAuthority { isInAuthority = false }
        slashes += slashes < 2 ? 1 : 0
        continue
      case question: isInAuthority = false
      case hash:
        guard !isInFragment else { return false }
        isInFragment = true
        isInAuthority = false
      case UInt8(ascii: ":"): if isInAuthority { return false }
      default: guard isPlain(byte) else { return false }
      }
      slashes = 2
    }
    return !isInScheme
  }

  private static let colonSlashQuestionHash: [UInt8] = [UInt8(ascii: ":"), slash, question, hash]
  private static let slash = UInt8(ascii: "/")
  private static let question = UInt8(ascii: "?")
  private static let hash = UInt8(ascii: "#")

  private enum Part { case userinfo, host, path, query, fragment }

  private struct Grammar {
    let isInternational: Bool

    /// [ userinfo "@" ] host [ ":" port ] (RFC 3986 §3.2)
    func isAuthority(_ authority: Substring.UTF8View) -> Bool {
      var rest = authority
      if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
        guard consists(rest[..<at], of: .userinfo) else { return false }
        rest = rest[rest.index(after: at)...]
      }
      if rest.first == UInt8(ascii: "[") {
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")), isLiteral(rest[..<end].dropFirst()) else {
          return false
        }
        rest = rest[rest.index(after: end)...]
        return rest.isEmpty || isPort(rest)
      }
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      // The grammar of reg-name includes IPv4 addresses, and malformed ones too.
      return consists(rest[..<end], of: .host) && (end == rest.endIndex || isPort(rest[end...]))
    }

    private func isPort(_ text: Substring.UTF8View) -> Bool {
      text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
    }

    /// IPv6address / IPvFuture
    private func isLiteral(_ text: Substring.UTF8View) -> Bool {
      guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else {
        return AddressFormat.isIPv6(text)
      }
      let version = text.dropFirst().prefix(while: \.isASCIIHexDigit)
      let address = text[version.endIndex...]
      guard !version.isEmpty, address.first == UInt8(ascii: "."), address.count > 1 else { return false }
      return address.dropFirst().allSatisfy { URIFormat.isPlain($0) || $0 == UInt8(ascii: ":") }
    }

    /// Whether a text has only unreserved characters, sub-delims, percent-encoded characters and the extra characters
    /// of a part.
    func consists(_ text: Substring.UTF8View, of part: Part) -> Bool {
      var position = text.startIndex
      while position != text.endIndex {
        let byte = text[position]
        if byte >= 0x80 {
          guard isInternational else { return false }
          let scalar = Substring(text).unicodeScalars[position]
          guard URIFormat.isInternational(scalar, allowsPrivate: part == .query) else { return false }
          position = Substring(text).unicodeScalars.index(after: position)
          continue
        }
        text.formIndex(after: &position)
        if byte == UInt8(ascii: "%") {
          let digits = text[position...].prefix(2)
          guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit) else { return false }
          position = digits.endIndex
          continue
        }
        guard URIFormat.isPlain(byte) || isAllowed(byte, in: part) else { return false }
      }
      return true
    }

    private func isAllowed(_ byte: UInt8, in part: Part) -> Bool {
      switch byte {
      case UInt8(ascii: ":"): part != .host
      case UInt8(ascii: "@"), UInt8(ascii: "/"): part != .host && part != .userinfo
      case UInt8(ascii: "?"): part == .query || part == .fragment
      default: false
      }
    }
  }

  /// unreserved / sub-delims (RFC 3986 §2)
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true  // digits, letters
    case 0x2D, 0x2E, 0x5F, 0x7E: true  // - . _ ~
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true  // ! $ & ' ( ) * + , ; =
    default: false
    }
  }

  /// ucschar, and iprivate if allowed, as in a query (RFC 3987 §2.2)
  static func isInternational(_ scalar: Unicode.Scalar, allowsPrivate: Bool) -> Bool {
    let value = scalar.value
    switch value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: return true
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF: return allowsPrivate && value & 0xFFFE != 0xFFFE
    case 0x10000...0xDFFFF, 0xE1000...0xEFFFF: return value & 0xFFFE != 0xFFFE
    default: return false
    }
  }
}

extension Unicode.Scalar {
  var isHexDigit: Bool { UInt8(exactly: value)?.isASCIIHexDigit ?? false }
}
