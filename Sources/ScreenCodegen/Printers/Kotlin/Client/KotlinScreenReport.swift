/// The Kotlin class of a report.
enum KotlinScreenReport {
  static let name = "ScreenReport.kt"

  static let imports = [
    "java.util.UUID",
    "kotlin.time.Duration",
    "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
    "kotlinx.serialization.json.buildJsonObject",
    "kotlinx.serialization.json.put",
  ]

  static let text = #"""
    /** What happened to one screen: a report of `POST /reports`. [token] is the screen's field `Screen-Report`. */
    internal class ScreenReport(val token: String) {
      private val id = UUID.randomUUID().toString()
      private val events = linkedSetOf<String>()
      private var drawTime: Duration? = null
      private var viewType: String? = null

      /** Whether the server takes no more events in this report. */
      val isFull: Boolean get() = events.size >= MAXIMUM_EVENTS

      fun add(event: String, drawTime: Duration?, viewType: String?) {
        events.add(event)
        this.drawTime = this.drawTime ?: drawTime
        this.viewType = this.viewType ?: viewType
      }

      fun json(release: String?): JsonObject = buildJsonObject {
        put("id", id)
        put("token", token)
        put("events", JsonArray(events.map { JsonPrimitive(it) }))
        drawTime?.let { put("drawMs", it.inWholeMilliseconds) }
        for ((name, text) in mapOf("release" to release, "viewType" to viewType)) {
          // The server would refuse all reports of the request.
          if (text != null && text.encodeToByteArray().size in 1..MAXIMUM_TEXT_BYTES) put(name, text)
        }
      }

      companion object {
        private const val MAXIMUM_EVENTS = 20
        private const val MAXIMUM_TEXT_BYTES = 200

        /** The part of a token that all tokens of a rollout have. */
        fun rollout(token: String): String = token.take(16)
      }
    }
    """#
}
