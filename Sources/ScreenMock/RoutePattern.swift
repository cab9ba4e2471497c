package import Screens

/// Which routes are meant: a route in which `*` stands for any characters of a segment, and `**` for any at all.
package struct RoutePattern: Sendable, Hashable {
  private enum Token: Hashable {
    case byte(UInt8)
    /// Any bytes but slashes.
    case segment
    case anything

    var isStar: Bool { if case .byte = self { false } else { true } }
  }

  package let text: String
  private let tokens: [Token]

  /// What is right.
  static let hint = "a route such as home; * stands for any characters of a segment, ** for any at all"

  /// - Throws: ``Route/Fault`` with what would be right.
  package init(_ text: String) throws(Route.Fault) {
    // What is left when the stars are letters must be a route.
    _ = try Route(String(text.map { $0 == "*" ? "x" : $0 }))
    self.text = text
    var tokens: [Token] = []
    for byte in text.utf8 {
      switch (byte, tokens.last) {
      case (UInt8(ascii: "*"), .segment): tokens[tokens.count - 1] = .anything
      case (UInt8(ascii: "*"), .anything): break
      case (UInt8(ascii: "*"), _): tokens.append(.segment)
      default: tokens.append(.byte(byte))
      }
    }
    self.tokens = tokens
  }

  /// The route, when it names one alone.
  package var route: Route? { text.contains("*") ? nil : try? Route(text) }

  /// Whether all routes are meant.
  var isAny: Bool { tokens == [.anything] }

  /// Whether a route is one of those meant. Takes at most the product of both lengths.
  package func matches(_ route: String) -> Bool {
    var route = route[...].utf8
    // What stands before the first star and behind the last decides nearly always.
    var first = tokens.startIndex
    while first < tokens.endIndex, case .byte(let byte) = tokens[first] {
      guard route.popFirst() == byte else { return false }
      first += 1
    }
    var last = tokens.endIndex
    guard first < last else { return route.isEmpty }
    while last > first, case .byte(let byte) = tokens[last - 1] {
      guard route.popLast() == byte else { return false }
      last -= 1
    }
    return Self.matches(tokens[first..<last], route)
  }

  /// Of each beginning of the tokens, whether it stands for the bytes so far.
  private static func matches(_ tokens: ArraySlice<Token>, _ bytes: Substring.UTF8View) -> Bool {
    if tokens.count == 1, tokens.first == .anything { return true }
    var fits = [true]
    for token in tokens { fits.append(fits.last == true && token.isStar) }
    for byte in bytes {
      // What the beginning that is one shorter stood for before this byte.
      var before = fits[0]
      fits[0] = false
      for (place, token) in zip(1..., tokens) {
        let now = fits[place]
        switch token {
        case .byte(let wanted): fits[place] = before && byte == wanted
        case .anything: fits[place] = now || fits[place - 1]
        case .segment: fits[place] = now && byte != UInt8(ascii: "/") || fits[place - 1]
        }
        before = now
      }
    }
    return fits.last == true
  }
}
