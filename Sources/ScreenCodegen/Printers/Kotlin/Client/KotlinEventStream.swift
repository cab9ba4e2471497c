/// The Kotlin parser of Server-Sent Events.
enum KotlinEventStream {
  static let name = "EventStream.kt"

  static let imports = [
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.milliseconds",
  ]

  static let text = #"""
    /** A Server-Sent Event. */
    internal class ServerEvent(
      val name: String,
      val data: String,
      /** The last event id of the stream, sent with this event or an earlier one. */
      val id: String,
    )

    /** A parser of Server-Sent Events (HTML §9.2.6). */
    internal class EventStreamParser {
      /** The delay before the next connection, if the server has said so. */
      var retry: Duration? = null
        private set
      private var name = ""
      private val data = mutableListOf<String>()
      private var id = ""

      /** Reads the next line. Returns the event that it completes. */
      fun read(line: String): ServerEvent? {
        if (line.isEmpty()) return dispatch()
        val value = line.substringAfter(":", "").removePrefix(" ")
        when (line.substringBefore(":")) {
          "event" -> name = value
          "data" -> data.add(value)
          "id" -> if ('\u0000' !in value) id = value
          "retry" -> if (value.all { it in '0'..'9' }) value.toLongOrNull()?.let { retry = it.milliseconds }
        }
        return null
      }

      private fun dispatch(): ServerEvent? {
        val event = if (data.isEmpty()) null else ServerEvent(name.ifEmpty { "message" }, data.joinToString("\n"), id)
        name = ""
        data.clear()
        return event
      }
    }
    """#
}
