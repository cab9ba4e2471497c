/// Parses the four forms of a request target (RFC 9112 §3.2).
enum RequestTarget {
  /// Sets path, query and authority of `head` to ranges of `message`.
  /// - Parameter range: the target, whose bytes are all in `ByteClass.target`.
  static func read(_ message: Bytes, _ range: Range<Int>, into head: inout RequestHead) -> WireError? {
    guard let first = range.first else { return .malformedRequestLine }
    if head.method == .connect {
      // authority-form. CONNECT is refused later, but its target must be valid (RFC 9110 §9.3.6).
      return isAuthority(message[range], needsPort: true) ? nil : .malformedTarget
    }
    if message[first] == 0x2F {
      split(message, range, into: &head)
      return nil
    }
    if range.count == 1, message[first] == 0x2A {
      guard head.method == .options || head.method == .other else { return .malformedTarget }
      head.path = range
      return nil
    }
    return readAbsolute(message, range, into: &head)
  }

  /// absolute-form: `http://host:port/path?query` (RFC 9112 §3.2.2).
  private static func readAbsolute(
    _ message: Bytes, _ range: Range<Int>, into head: inout RequestHead
  ) -> WireError? {
    let target = message[range]
    let scheme: Int
    if target[0..<7].equalsIgnoringCase("http://") {
      scheme = 7
    } else if target[0..<8].equalsIgnoringCase("https://") {
      scheme = 8
    } else {
      return .malformedTarget
    }
    var end = scheme
    while end < target.count, target[end] != 0x2F, target[end] != 0x3F { end += 1 }
    let authority = target[scheme..<end]
    // An empty host makes the URI invalid (RFC 9110 §4.2.1); user information is refused (§4.2.4).
    guard !authority.isEmpty, isAuthority(authority, needsPort: false) else { return .malformedTarget }
    head.authority = range.lowerBound + scheme..<range.lowerBound + end
    if end < target.count, target[end] == 0x2F {
      split(message, range.lowerBound + end..<range.upperBound, into: &head)
      return nil
    }
    if end < target.count {
      head.query = range.lowerBound + end + 1..<range.upperBound
    }
    // An empty path is "/" (RFC 9110 §4.2.3): use the second slash of "://".
    head.path = range.lowerBound + scheme - 1..<range.lowerBound + scheme
    return nil
  }

  private static func split(_ message: Bytes, _ range: Range<Int>, into head: inout RequestHead) {
    if let mark = message[0..<range.upperBound].firstIndex(of: 0x3F, from: range.lowerBound) {
      head.path = range.lowerBound..<mark
      head.query = mark + 1..<range.upperBound
    } else {
      head.path = range
    }
  }

  /// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2).
  static func isAuthority(_ text: Bytes, needsPort: Bool) -> Bool {
    var index = 0
    if !text.isEmpty, text[0] == 0x5B {
      guard let close = text.firstIndex(of: 0x5D), AddressLiteral.isValid(text[1..<close]) else {
        return false
      }
      index = close + 1
    } else {
      index = text.endOfClass(.unreserved, from: 0, to: text.count)
      while index < text.count, text[index] != 0x3A {
        guard ByteClass.host.contains(text[index]) else { return false }
        if text[index] == 0x25 {
          guard index + 2 < text.count, ByteClass.hexValue(text[index + 1]) != nil,
            ByteClass.hexValue(text[index + 2]) != nil
          else { return false }
        }
        index += 1
      }
      // A port needs a host.
      if index == 0, !text.isEmpty { return false }
    }
    guard index < text.count else { return !needsPort }
    guard text[index] == 0x3A else { return false }
    let digits = text[index + 1..<text.count]
    guard digits.count <= 5 else { return false }
    var port = 0
    for digit in digits {
      guard ByteClass.isDigit(digit) else { return false }
      port = port * 10 + Int(digit & 0x0F)
    }
    return port <= 65535 && !(needsPort && digits.isEmpty)
  }
}
