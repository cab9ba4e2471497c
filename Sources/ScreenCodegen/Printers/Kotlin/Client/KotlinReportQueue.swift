/// The Kotlin class that sends reports.
enum KotlinReportQueue {
  static let name = "ReportQueue.kt"

  static let imports = [
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.seconds",
    "kotlinx.coroutines.CoroutineScope",
    "kotlinx.coroutines.delay",
    "kotlinx.coroutines.launch",
    "kotlinx.coroutines.sync.Mutex",
    "kotlinx.coroutines.sync.withLock",
    "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.buildJsonObject",
  ]

  static let text = #"""
    /**
     * Sends reports, those of a second together. After an error it keeps them for the next event. It sends each event of a
     * rollout once, because the server counts it once for each user.
     *
     * [onSent] gets the tokens of reports that were sent, or that the server refused as invalid (400, 413 or 422).
     */
    internal class ReportQueue(
      server: String,
      private val release: String?,
      private val requests: ScreenRequests,
      private val scope: CoroutineScope,
      private val onSent: suspend (Set<String>) -> Unit,
    ) {
      private val url = "$server/reports"
      private val unsent = ArrayDeque<ScreenReport>()
      private val seen = mutableSetOf<Pair<String, String>>()
      private var isWaiting = false
      private val sending = Mutex()

      fun add(token: String, event: String, drawTime: Duration? = null, viewType: String? = null) {
        synchronized(unsent) {
          if (seen.size >= MAXIMUM_SEEN) seen.clear()
          if (!seen.add(ScreenReport.rollout(token) to event)) return
          val report = unsent.firstOrNull { it.token == token && !it.isFull }
            ?: ScreenReport(token).also { unsent.addLast(it) }
          report.add(event, drawTime, viewType)
          dropOldest()
          if (isWaiting) return
          isWaiting = true
        }
        scope.launch {
          delay(DELAY)
          flush()
        }
      }

      fun forgetEvents() {
        synchronized(unsent) { seen.clear() }
      }

      suspend fun flush() {
        sending.withLock {
          val reports = synchronized(unsent) {
            isWaiting = false
            unsent.toList().also { unsent.clear() }
          }
          if (reports.isEmpty()) return
          val body = buildJsonObject { put("reports", JsonArray(reports.map { it.json(release) })) }.toString()
          val status = try {
            requests.send(TransportRequest(url, mapOf("Content-Type" to "application/json"), "POST", body)).status
          } catch (_: ScreenException) {
            null
          }
          if (status in setOf(202, 400, 413, 422)) {
            onSent(reports.map { it.token }.toSet())
          } else {
            synchronized(unsent) {
              unsent.addAll(0, reports)
              dropOldest()
            }
          }
        }
      }

      private fun dropOldest() {
        while (unsent.size > MAXIMUM_UNSENT) unsent.removeFirst()
      }

      private companion object {
        /** The longest time that an event waits for others. */
        val DELAY = 1.seconds

        /** The largest number of unsent reports. The server takes 1,000 of a request. */
        const val MAXIMUM_UNSENT = 200
        const val MAXIMUM_SEEN = 10_000
      }
    }
    """#
}
