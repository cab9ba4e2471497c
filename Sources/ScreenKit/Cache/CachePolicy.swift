/// How a client chooses between its cache and the server.
///
/// A screen of a ``ScreenSeed`` counts as cached.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
  /// Asks the server. Returns the cached screen when the request fails, unless the server answers that the
  /// screen does not exist.
  case networkFirst
  /// Returns the cached screen, however old. Asks the server when nothing is cached.
  case cacheFirst
  /// Returns the cached screen at once and updates the cache in the background. Asks the server when nothing is
  /// cached.
  case staleWhileRevalidate
  /// Returns the cached screen, or throws ``ScreenError/Code/notCached``.
  case cacheOnly
  /// Asks the server, or throws.
  case networkOnly
}
