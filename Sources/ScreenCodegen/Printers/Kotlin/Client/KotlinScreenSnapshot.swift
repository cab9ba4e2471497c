/// The Kotlin class of a snapshot.
enum KotlinScreenSnapshot {
  static let name = "ScreenSnapshot.kt"

  static let imports: [String] = []

  static let text = #"""
    /** A screen at one moment, with what the header fields of its response say. */
    public data class ScreenSnapshot(
      public val screen: Screen,
      public val source: Source,
      public val etag: String?,
      /** The number of the published version. */
      public val version: Int?,
      /** The key of the variant of each experiment, by the key of the experiment. */
      public val assignments: Map<String, String>,
      /** What the server did with items that the app cannot show, by item id: `fallback` or `dropped`. */
      public val downgraded: Map<String, String>,
      /** The language that the server has chosen. */
      public val language: String?,
      /** The address of the next page; null on the last one, and for a screen without pages. */
      public val nextPage: String?,
    ) {
      /** Where a snapshot comes from. */
      public enum class Source {
        /** Sent whole by the server. */
        NETWORK,

        /** Sent by the server as a patch of the cached screen. */
        DELTA,

        /** Cached, and confirmed by the server as current. */
        NOT_MODIFIED,

        /** Cached. */
        CACHE,
      }

      internal companion object {
        /** The header fields that a snapshot and a conditional request need. */
        private val names =
          listOf("etag", "screen-version", "screen-assignments", "screen-downgraded", "content-language", "link")
        private val link = Regex("<([^>]*)>([^<]*)")
        private val next = Regex("""\brel="?next"?""")

        /** Returns the fields to keep. Those of a 304 replace those of the cached response (RFC 9111 §3.2). */
        fun keptFields(response: ScreenRequests.Response, cached: CachedScreen? = null): Map<String, String> =
          cached?.fields.orEmpty() + names.mapNotNull { name -> response.field(name)?.let { name to it } }

        /** Returns a snapshot. [url] is the address of the screen. */
        fun of(screen: Screen, fields: Map<String, String>, source: Source, url: String): ScreenSnapshot =
          ScreenSnapshot(
            screen,
            source,
            etag = fields["etag"],
            version = fields["screen-version"]?.toIntOrNull(),
            assignments = pairs(fields["screen-assignments"]),
            downgraded = pairs(fields["screen-downgraded"]),
            language = fields["content-language"],
            // Behind a proxy, the path of the link can be another one.
            nextPage = nextQuery(fields["link"])?.let { url.substringBefore("?") + "?" + it },
          )

        /** Parses a field such as `promo=fallback, price-card=dropped`. */
        private fun pairs(field: String?): Map<String, String> =
          field.orEmpty().split(",").map { it.trim().split("=") }.filter { it.size == 2 }.associate { it[0] to it[1] }

        /** Returns the query of the link with the relation `next` (RFC 8288). */
        private fun nextQuery(field: String?): String? =
          link.findAll(field.orEmpty()).map { it.destructured }
            .firstOrNull { (address, parameters) -> next.containsMatchIn(parameters) && "?" in address }
            ?.let { (address) -> address.substringAfter("?") }
      }
    }
    """#
}
