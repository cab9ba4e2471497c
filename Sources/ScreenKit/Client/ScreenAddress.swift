import Foundation

/// Where a screen comes from, and where it is cached.
struct ScreenAddress: Sendable {
  /// The URL of the request.
  let url: URL
  /// Everything that the content depends on.
  let cacheKey: String
}
