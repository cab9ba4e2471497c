/// A cache of screens in memory, lost when the app ends.
package actor MemoryStore: CacheStore {
  private let maximumScreens: Int
  private var screens: [String: CachedScreen] = [:]
  /// The keys, least recently used first.
  private var order: [String] = []

  package nonisolated var outlivesApp: Bool { false }

  /// Creates a cache.
  /// - Parameter maximumScreens: The largest number of screens. The least recently used ones are removed first.
  package init(maximumScreens: Int = 64) { self.maximumScreens = maximumScreens }

  /// The cached screen of a key; nil when there is none.
  package func screen(for key: String) -> CachedScreen? {
    if screens[key] != nil { touch(key) }
    return screens[key]
  }

  /// Stores a screen in place of the previous one.
  package func store(_ screen: CachedScreen, for key: String) {
    screens[key] = screen
    touch(key)
    while order.count > maximumScreens { screens[order.removeFirst()] = nil }
  }

  /// Removes the cached screen of a key.
  package func remove(_ key: String) {
    screens[key] = nil
    order.removeAll { $0 == key }
  }

  /// Removes all cached screens.
  package func removeAll() {
    screens = [:]
    order = []
  }

  private func touch(_ key: String) {
    order.removeAll { $0 == key }
    order.append(key)
  }
}
