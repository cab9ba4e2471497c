import ScreenMock
import Testing

@Suite struct RoutePatternTests {
  @Test(arguments: [
    ("home", "home", true), ("home", "homes", false), ("home", "hom", false),
    ("*", "home", true), ("*", "menu/noodles", false), ("**", "home", true), ("**", "menu/noodles/1", true),
    ("menu/*", "menu/noodles", true), ("menu/*", "menu/noodles/1", false), ("menu/*", "menu", false),
    ("menu/**", "menu/noodles/1", true), ("menu/**", "menu", false),
    ("*/noodles", "menu/noodles", true), ("*/noodles", "a/b/noodles", false),
    ("**/noodles", "a/b/noodles", true), ("m*u", "menu", true), ("m*u", "m/u", false),
    ("m*n*u", "menu", true),
    ("m*n*u", "meu", false), ("a**z", "a/b/z", true), ("a**z/*", "a/b/z/c", true),
    ("**/b/*", "a/b/b/c", true),
    ("**a*", "b/a/c", false), ("**a*", "b/ac", true), ("***", "a", true), ("***", "a/b", true),
  ])
  func `a star matches within a segment, two stars match any characters`(
    _ pattern: String, _ route: String, _ matches: Bool
  ) throws {
    #expect(try RoutePattern(pattern).matches(route) == matches)
  }

  @Test func `all short patterns match like a backtracking search`() throws {
    let letters: [Character] = ["a", "/", "*"]
    func words(_ count: Int, of letters: [Character]) -> [String] {
      count == 0 ? [""] : words(count - 1, of: letters).flatMap { word in letters.map { word + String($0) } }
    }
    let routes = (1...5).flatMap { words($0, of: ["a", "/"]) }
    var compared = 0
    for text in (1...5).flatMap({ words($0, of: letters) }) {
      guard let pattern = try? RoutePattern(text) else { continue }
      for route in routes {
        #expect(pattern.matches(route) == Self.matches(text[...], route[...]), "\(text) \(route)")
        compared += 1
      }
    }
    #expect(compared > 5_000)
  }

  /// A backtracking matcher.
  private static func matches(_ pattern: Substring, _ route: Substring) -> Bool {
    if pattern.hasPrefix("**") {
      let rest = pattern.dropFirst(2)
      return (0...route.count).contains { matches(rest, route.dropFirst($0)) }
    }
    if pattern.hasPrefix("*") {
      let rest = pattern.dropFirst()
      let segment = route.prefix { $0 != "/" }.count
      return (0...segment).contains { matches(rest, route.dropFirst($0)) }
    }
    guard let first = pattern.first else { return route.isEmpty }
    return route.first == first && matches(pattern.dropFirst(), route.dropFirst())
  }

  @Test(arguments: ["", "no way", "/home", "home/", "menu//x", "häm", "home/explain"])
  func `a pattern that cannot match a route is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try RoutePattern(text) }
  }
}
