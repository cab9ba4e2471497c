/// Keeps screens until the app ends.
public actor MemoryCache: ScreenCache {
  private let maximumScreens: Int
  private var screens: [String: StoredScreen] = [:]
  /// Keys, the least recently used first.
  private var order: [String] = []

  /// - Parameter maximumScreens: of more, the least recently used goes.
  public init(maximumScreens: Int = 64) { self.maximumScreens = maximumScreens }

  /// What is stored under a key; it counts as used now.
  public func screen(for key: String) -> StoredScreen? {
    if screens[key] != nil { touch(key) }
    return screens[key]
  }

  /// Stores a screen in place of the one before.
  public func store(_ screen: StoredScreen, for key: String) {
    screens[key] = screen
    touch(key)
    while order.count > maximumScreens { screens[order.removeFirst()] = nil }
  }

  /// Forgets what is stored under a key.
  public func remove(_ key: String) {
    screens[key] = nil
    order.removeAll { $0 == key }
  }

  private func touch(_ key: String) {
    order.removeAll { $0 == key }
    order.append(key)
  }
}
