package import Screens

/// A pattern of routes or paths, in which `*` matches any characters within a segment and `**` any characters.
package struct RoutePattern: Sendable, Hashable {
  private enum Token: Hashable {
    case byte(UInt8)
    /// `*`: any bytes except slashes.
    case segment
    /// `**`
    case anything

    var isStar: Bool { if case .byte = self { false } else { true } }
  }

  package let text: String
  private let tokens: [Token]

  /// The syntax, for messages.
  static let hint = "a route such as home; * matches any characters within a segment, ** any characters"

  /// - Throws: ``Route/NameError`` with a hint.
  package init(_ text: String) throws(Route.NameError) {
    // With letters in place of the stars, the text must be a valid route.
    _ = try Route(String(text.map { $0 == "*" ? "x" : $0 }))
    self.init(any: text)
  }

  /// A pattern of the paths of endpoints, which begin with a slash. One at the end means nothing.
  init(path: String) { self.init(any: EndpointPath.withoutTrailingSlash(path)) }

  private init(any text: String) {
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

  /// The route, if the pattern has no star.
  package var route: Route? { text.contains("*") ? nil : try? Route(text) }

  /// Whether the pattern matches all routes.
  var isAny: Bool { tokens == [.anything] }

  /// Whether the pattern matches a route. The time is at most proportional to the product of both lengths.
  package func matches(_ route: String) -> Bool {
    var route = route[...].utf8
    // Compare the literal beginning and end first: they decide in most cases.
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

  /// Matches by dynamic programming: `fits[n]` tells whether the first n tokens match the bytes so far.
  private static func matches(_ tokens: ArraySlice<Token>, _ bytes: Substring.UTF8View) -> Bool {
    if tokens.count == 1, tokens.first == .anything { return true }
    var fits = [true]
    for token in tokens { fits.append(fits.last == true && token.isStar) }
    for byte in bytes {
      // The value of `fits[place - 1]` before this byte.
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
