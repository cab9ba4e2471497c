public import Foundation

/// Where a client keeps the screens that it received.
///
/// ```swift
/// let client = ScreenClient(server, views: views, cache: .disk(folder: folder))
/// ```
public struct ScreenCache: Sendable {
  package let store: any CacheStore

  package init(_ store: any CacheStore) { self.store = store }

  /// Returns a cache in memory, lost when the app ends.
  /// - Parameter maximumScreens: The largest number of screens. The least recently used ones are removed first.
  public static func memory(maximumScreens: Int = 64) -> ScreenCache {
    ScreenCache(MemoryStore(maximumScreens: maximumScreens))
  }

  /// Returns a cache in a folder, which is created when the first screen is stored.
  ///
  /// Files are replaced atomically: an app that is killed while writing leaves the previous file. A damaged file is
  /// found by its checksum, deleted and treated as missing.
  /// - Parameters:
  ///   - folder: A folder for this cache alone: files of other kinds in it are deleted.
  ///   - maximumBytes: The largest total size of the files, in bytes; by default 16 MiB. The least recently used
  ///     screens are deleted first.
  ///   - maximumAge: The longest time since the server last confirmed a screen, in seconds; by default 30 days. Older
  ///     screens are deleted.
  public static func disk(
    folder: URL, maximumBytes: Int = 16 << 20, maximumAge: Double = 30 * 86_400
  ) -> ScreenCache {
    ScreenCache(DiskStore(folder: folder, maximumBytes: maximumBytes, maximumAge: maximumAge))
  }

  /// Creates a cache that the app implements, such as one in a database, or one that encrypts.
  ///
  /// The client calls the closures from any thread, also at the same time, and waits for each. A screen is a key and data
  /// that only ScreenKit reads; data that is damaged or of another key counts as missing. The cache may lose screens
  /// at any time, and it limits its size itself: a screen has at most ``ScreenClient/Options/maximumBytes`` and a few
  /// hundred bytes more. A key is text of any length, with the user's id and attributes in it.
  /// - Parameters:
  ///   - load: Returns the data that was stored last under a key; nil when there is none.
  ///   - store: Stores data under a key, in place of the earlier data; nil removes it. An error that it throws is a
  ///     warning of the kind ``ScreenWarning/Kind/cacheFailed``, and the client goes on without the cache.
  ///   - removeAll: Removes everything, of all users.
  public init(
    load: @escaping @Sendable (_ key: String) async -> Data?,
    store: @escaping @Sendable (_ data: Data?, _ key: String) async throws -> Void,
    removeAll: @escaping @Sendable () async -> Void
  ) {
    self.store = AppStore(load: load, save: store, clear: removeAll)
  }

  /// Removes all screens, of all users.
  public func removeAll() async { await store.removeAll() }
}
