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
    ScreenCache(MemoryCache(maximumScreens: maximumScreens))
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
    ScreenCache(DiskCache(folder: folder, maximumBytes: maximumBytes, maximumAge: maximumAge))
  }

  /// Removes all screens, of all users.
  public func removeAll() async { await store.removeAll() }
}
