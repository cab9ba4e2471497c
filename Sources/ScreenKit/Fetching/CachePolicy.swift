/// Where a screen comes from.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
  /// From the server; what is stored, when the server cannot be reached.
  case networkFirst
  /// What is stored, however old; from the server, when nothing is.
  case cacheFirst
  /// What is stored, at once, while the server is asked for next time.
  case staleWhileRevalidate
  /// What is stored, or an error.
  case cacheOnly
  /// From the server, or an error.
  case networkOnly
}
