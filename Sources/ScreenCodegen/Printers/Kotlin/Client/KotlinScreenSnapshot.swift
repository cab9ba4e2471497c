/// The Kotlin class of a snapshot.
enum KotlinScreenSnapshot {
  static let name = "ScreenSnapshot.kt"

  static let imports = ["kotlin.time.TimeMark"]

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
      /** The language that the server has chosen (`Content-Language`); null for a screen without translations. */
      public val language: String?,
      /** The direction of text in that language. */
      public val direction: Direction,
      /** The address of the next page; null on the last one, and for a screen without pages. */
      public val nextPage: String?,
      /** The route of the screen. */
      public val route: String = "",
      /** Says of reports which version of a guarded publication they are about; null without one. */
      public val reportToken: String? = null,
    ) {
      /** When the bytes were there. */
      internal var arrival: TimeMark? = null

      /** A direction of text. */
      public enum class Direction { LEFT_TO_RIGHT, RIGHT_TO_LEFT }

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
        private val names = listOf(
          "etag", "screen-version", "screen-assignments", "screen-downgraded", "content-language", "link", REPORT,
        )

        /** The field with the token of a guarded publication. Without it in a response, there is none any more. */
        const val REPORT = "screen-report"
        private val rightToLeftLanguages =
          setOf("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "syr", "ug", "ur", "yi")
        private val rightToLeftScripts = setOf("adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa")
        private val script = Regex("[a-z]{4}")
        private val link = Regex("<([^>]*)>([^<]*)")
        private val next = Regex("""\brel="?next"?""")

        /** Returns the fields to keep. Those of a 304 replace those of the cached response (RFC 9111 §3.2). */
        fun keptFields(response: ScreenRequests.Response, cached: CachedScreen? = null): Map<String, String> =
          cached?.fields.orEmpty() - REPORT + names.mapNotNull { name -> response.field(name)?.let { name to it } }

        /** Returns a snapshot. [url] is the address of the screen. */
        fun of(screen: Screen, fields: Map<String, String>, source: Source, url: String, route: String): ScreenSnapshot =
          ScreenSnapshot(
            screen,
            source,
            etag = fields["etag"],
            version = fields["screen-version"]?.toIntOrNull(),
            assignments = pairs(fields["screen-assignments"]),
            downgraded = pairs(fields["screen-downgraded"]),
            language = fields["content-language"],
            direction = direction(fields["content-language"].orEmpty()),
            // Behind a proxy, the path of the link can be another one.
            nextPage = nextQuery(fields["link"])?.let { url.substringBefore("?") + "?" + it },
            route = route,
            reportToken = fields[REPORT],
          )

        /** The direction of a language: that of its script if it names one (RFC 5646 §2.2.3). */
        private fun direction(tag: String): Direction {
          val subtags = tag.lowercase().split("-")
          val script = subtags.drop(1).firstOrNull { script.matches(it) }
          val isRightToLeft = script?.let { it in rightToLeftScripts } ?: (subtags[0] in rightToLeftLanguages)
          return if (isRightToLeft) Direction.RIGHT_TO_LEFT else Direction.LEFT_TO_RIGHT
        }

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
