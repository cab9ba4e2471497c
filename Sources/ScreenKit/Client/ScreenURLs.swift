import Foundation

/// The URLs of a client's requests.
struct ScreenURLs: Sendable {
  private let base: String
  private let query: String
  /// The query without the user, for a screen whose arm the app chooses.
  private let queryWithoutUser: String
  private let arm: (@Sendable (String) -> String?)?
  /// An attribute with a name that the API uses itself.
  private let reservedAttribute: String?
  /// The value of `Accept-Language`; empty for none.
  private let acceptedLanguages: String

  /// The query parameters of the API. An attribute cannot have one of these names.
  static let reserved: Set = [
    "user", "variant", "version", "format", "release", "arm", "rendition",
  ]

  init(
    _ url: URL, _ options: ScreenClient.Options, user: String?, attributes: [String: String],
    arm: (@Sendable (String) -> String?)?
  ) {
    base = Self.base(of: url)
    var parameters = [("format", options.format.name)]
    if let user { parameters.append(("user", user)) }
    parameters += attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    reservedAttribute = Self.reservedAttribute(in: attributes)
    query = Self.query(parameters)
    queryWithoutUser = Self.query(parameters.filter { $0.0 != "user" })
    self.arm = arm
    acceptedLanguages = AcceptedLanguages.field(options.languages)
  }

  /// Returns the first attribute with a name that the API uses itself; nil without one.
  static func reservedAttribute(in attributes: [String: String]) -> String? {
    attributes.keys.sorted().first { reserved.contains($0) || $0.isEmpty }
  }

  private static func query(_ parameters: [(String, String)]) -> String {
    parameters.map { encode($0) + "=" + encode($1) }.joined(separator: "&")
  }

  /// The query of a screen.
  private func query(_ route: String) -> String {
    guard let arm = arm?(route) else { return query }
    return queryWithoutUser + "&arm=" + Self.encode(arm)
  }

  /// Returns the address of a screen. It asks for the arm once, so that a response is never cached under the key of
  /// another arm.
  func screen(_ route: String, viewTypes: [String], release: String?) throws(ScreenError) -> ScreenAddress {
    if let reservedAttribute { throw .reservedAttribute(reservedAttribute) }
    let query = query(route)
    guard Self.isRoute(route), let url = URL(string: "\(base)/screens/\(route)?\(query)") else {
      throw .badRoute(route)
    }
    var parts = [base, route, query, viewTypes.joined(separator: ","), release ?? ""]
    // Without languages, the key is that of earlier releases, so that their disk caches stay valid.
    if !acceptedLanguages.isEmpty { parts.append(acceptedLanguages) }
    return ScreenAddress(url: url, cacheKey: parts.joined(separator: "\n"))
  }

  /// Returns the URL of another page of a screen: the query of a link, at the address of the screen. Behind a proxy,
  /// the path of the link can be another one.
  static func page(_ query: String, at url: URL) -> URL? {
    let screen = url.absoluteString.prefix { $0 != "?" }
    return URL(string: "\(screen)?\(query)")
  }

  /// Returns the route in the address of a page.
  static func route(of page: URL, at server: URL) -> String {
    String(page.absoluteString.prefix { $0 != "?" }.dropFirst(base(of: server).count + "/screens/".count))
  }

  /// Returns the URL of the event stream of several screens. Their routes are valid: the screens have been fetched.
  static func events(_ routes: [String], of server: URL) -> URL {
    URL(string: "\(base(of: server))/events?routes=\(routes.joined(separator: ","))") ?? server
  }

  /// Returns the URL of reports.
  static func reports(of server: URL) -> URL { URL(string: "\(base(of: server))/reports") ?? server }

  /// The URL of the server without slashes at its end.
  private static func base(of server: URL) -> String {
    var base = server.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  /// Whether a text is a route: segments of letters, digits, `.`, `_` and `-` that begin with a letter or
  /// digit.
  private static func isRoute(_ route: String) -> Bool {
    !route.isEmpty && route.utf8.count <= 200
      && route.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { segment in
        segment.utf8.first.map(isAlphanumeric) == true
          && segment.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Percent-encodes all but RFC 3986's unreserved characters. `URLComponents` would leave `+`, which form
  /// decoding turns into a space.
  private static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return encoded
  }
}
