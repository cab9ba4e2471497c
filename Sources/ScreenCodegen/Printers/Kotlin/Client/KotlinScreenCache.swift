/// The Kotlin of the client's cache.
enum KotlinScreenCache {
  static let name = "ScreenCache.kt"

  static let imports: [String] = []

  static let text = #"""
    /** A response as a cache keeps it. */
    public data class CachedScreen(
      /** The JSON. */
      public val body: String,
      /** The header fields that describe the body, by their names in lower case. */
      public val fields: Map<String, String>,
    )

    /** Keeps screens. A storage that outlives the process, such as a folder or a database, implements these functions. */
    public interface ScreenCache {
      public suspend fun get(key: String): CachedScreen?

      /** Stores a screen in place of the previous one. */
      public suspend fun put(key: String, screen: CachedScreen)

      public suspend fun remove(key: String)
    }

    /** Keeps the screens that were used last, until the process ends. */
    public class MemoryCache(private val maximumScreens: Int = 64) : ScreenCache {
      /** In the order of their last use. */
      private val screens = object : LinkedHashMap<String, CachedScreen>(16, 0.75f, true) {
        override fun removeEldestEntry(eldest: MutableMap.MutableEntry<String, CachedScreen>): Boolean =
          size > maximumScreens
      }

      override suspend fun get(key: String): CachedScreen? = synchronized(screens) { screens[key] }

      override suspend fun put(key: String, screen: CachedScreen) {
        synchronized(screens) { screens[key] = screen }
      }

      override suspend fun remove(key: String) {
        synchronized(screens) { screens.remove(key) }
      }
    }
    """#
}
