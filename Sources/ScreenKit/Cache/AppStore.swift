import Foundation

/// A cache that the app implements: it keeps the data of cache files.
struct AppStore: CacheStore {
  let load: @Sendable (String) async -> Data?
  let save: @Sendable (Data?, String) async throws -> Void
  let clear: @Sendable () async -> Void

  func screen(for key: String) async -> CachedScreen? {
    guard let file = await load(key).flatMap({ CacheFile($0) }), file.key == key else { return nil }
    return file.screen
  }

  func store(_ screen: CachedScreen, for key: String) async throws {
    try await save(CacheFile(key: key, screen: screen).data(), key)
  }

  func remove(_ key: String) async {
    // What cannot be removed is found again: the server then says once more that the screen is gone.
    try? await save(nil, key)
  }

  func removeAll() async { await clear() }
}
