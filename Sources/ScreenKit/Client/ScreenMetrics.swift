/// A measurement of a screen, or a page of one, that a client returned, for the app's telemetry.
public struct ScreenMetrics: Hashable, Sendable {
  /// The route.
  public let route: String
  /// Where the screen comes from: the network, a 304, a patch, the cache or the seed.
  public let source: ScreenSnapshot.Source
  /// The size of the response's body, in bytes after content decoding; 0 without a request.
  public let bytes: Int
  /// The time from the call to the decoded screen, with retries, in seconds.
  public let duration: Double
  /// What the server did with items that the app cannot show, by item id: `fallback` or `dropped`.
  public let downgraded: [String: String]
  /// The number of problems that decoding worked around.
  public let warningCount: Int
}
