/// The Kotlin class that reports exposures.
enum KotlinExposureReporter {
  static let name = "ExposureReporter.kt"

  static let imports = [
    "java.time.Instant",
    "java.util.UUID",
    "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.buildJsonObject",
    "kotlinx.serialization.json.put",
  ]

  static let text = #"""
    /**
     * Reports variants that a user saw without a request of the server, such as a screen from the cache. What the server
     * itself sends it counts itself.
     *
     * The server counts a user once for each variant, so that reporting one again does no harm.
     */
    public class ExposureReporter internal constructor(server: String, private val requests: ScreenRequests) {
      private val url = "$server/exposures"
      private val unsent = ArrayDeque<JsonObject>()
      private val seen = mutableSetOf<Triple<String, String, String>>()

      /** Adds an exposure for each experiment, unless it was added before. [assignments] are those of a snapshot. */
      public fun add(user: String, assignments: Map<String, String>, time: Instant = Instant.now()) {
        if (user.isEmpty()) return
        synchronized(unsent) {
          for ((experiment, variant) in assignments) {
            if (seen.size >= 10 * MAXIMUM_UNSENT) seen.clear()
            if (!seen.add(Triple(user, experiment, variant))) continue
            if (unsent.size == MAXIMUM_UNSENT) unsent.removeFirst()
            unsent.addLast(
              buildJsonObject {
                put("id", UUID.randomUUID().toString())
                put("user", user)
                put("experiment", experiment)
                put("variant", variant)
                put("time", time.toString())
              },
            )
          }
        }
      }

      /**
       * Sends what was added. After an error it is kept for the next call; a report that the server refuses as invalid
       * (400, 413 or 422) is dropped. Throws [ScreenException].
       */
      public suspend fun flush() {
        while (true) {
          val exposures = synchronized(unsent) { unsent.take(MAXIMUM_REPORTED) }
          if (exposures.isEmpty()) return
          val body = buildJsonObject { put("exposures", JsonArray(exposures)) }.toString()
          val response = requests.send(TransportRequest(url, mapOf("Content-Type" to "application/json"), "POST", body))
          if (response.status in setOf(202, 400, 413, 422)) synchronized(unsent) { unsent.removeAll(exposures) }
          if (response.status != 202) throw ScreenException.of(response.status, response.body)
        }
      }

      private companion object {
        /** The largest number of unsent exposures. When there are more, the oldest is dropped. */
        const val MAXIMUM_UNSENT = 1000
        const val MAXIMUM_REPORTED = 200
      }
    }
    """#
}
