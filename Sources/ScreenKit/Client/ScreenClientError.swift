/// The reason why a ``ScreenClient`` has no screen to return.
public enum ScreenClientError: Error, Hashable, Sendable {
  /// The text is not a valid route.
  case badRoute(String)
  /// An attribute has the name of a query parameter of the API.
  case reservedAttribute(String)
  /// The server has no screen of this route (404). The associated value is the server's explanation, which may
  /// name a similar route.
  case notFound(String?)
  /// The screen was deleted (410).
  case gone
  /// The version that the pages are of is no longer there (410). Begin again with the first page.
  case pageExpired
  /// The server answered with another error status.
  case refused(status: Int, detail: String?)
  /// The screen is not cached, and the policy is ``CachePolicy/cacheOnly``.
  case notCached
  /// The response is larger than the associated number of bytes.
  case tooLarge(Int)
  /// The response is not one of a Marquee server. The associated value says why.
  case unexpectedResponse(String)
}

extension ScreenClientError: CustomStringConvertible {
  /// A message for a log.
  public var description: String {
    switch self {
    case .badRoute(let route):
      "\"\(route)\" is not a route: use letters, digits, \".\", \"_\", \"-\" and \"/\""
    case .reservedAttribute(let name):
      "\"\(name)\" is a query parameter of the API; give the attribute another name"
    case .notFound(let detail): detail ?? "the server has no such screen"
    case .gone: "the screen was deleted"
    case .pageExpired: "the pages are of a version that is no longer there"
    case .refused(let status, let detail): "the server answered \(status)" + (detail.map { ": \($0)" } ?? "")
    case .notCached: "the screen is not cached"
    case .tooLarge(let bytes): "the response is larger than \(bytes) bytes"
    case .unexpectedResponse(let reason): "not a response of a Marquee server: \(reason)"
    }
  }
}
