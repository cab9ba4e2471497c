package import Screens

/// Which routes are meant: a route in which `*` stands for any characters of a segment, and `**` for any at all.
package struct RoutePattern: Sendable, Hashable {
  package let text: String
  private let bytes: [UInt8]

  /// What is right.
  static let hint = "a route such as home; * stands for any characters of a segment, ** for any at all"

  private static let star = UInt8(ascii: "*")
  private static let slash = UInt8(ascii: "/")

  /// - Throws: ``Route/Fault`` with what would be right.
  package init(_ text: String) throws(Route.Fault) {
    // What is left when the stars are letters must be a route.
    _ = try Route(String(text.map { $0 == "*" ? "x" : $0 }))
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The route, when it names one alone.
  package var route: Route? { bytes.contains(Self.star) ? nil : try? Route(text) }

  /// Whether a route is one of those meant. Goes back to the last star at a mismatch, so that it takes at most the
  /// product of both lengths.
  package func matches(_ route: String) -> Bool {
    matches(route.utf8.span)
  }

  private func matches(_ route: Span<UInt8>) -> Bool {
    /// Where to go on after a star: behind it in the pattern, and the next place of the route that it may end at.
    struct Retry {
      let pattern: Int
      var route: Int
    }
    var single: Retry?
    var double: Retry?
    var (place, at) = (0, 0)
    while true {
      if place < bytes.count, bytes[place] == Self.star {
        if place + 1 < bytes.count, bytes[place + 1] == Self.star {
          place += 2
          double = Retry(pattern: place, route: at)
          single = nil
        } else {
          place += 1
          single = Retry(pattern: place, route: at)
        }
        continue
      }
      if at == route.count, place == bytes.count { return true }
      if at < route.count, place < bytes.count, bytes[place] == route[at] {
        place += 1
        at += 1
        continue
      }
      if let retry = single, retry.route < route.count, route[retry.route] != Self.slash {
        single?.route += 1
        (place, at) = (retry.pattern, retry.route + 1)
      } else if let retry = double, retry.route < route.count {
        double?.route += 1
        single = nil
        (place, at) = (retry.pattern, retry.route + 1)
      } else {
        return false
      }
    }
  }
}
