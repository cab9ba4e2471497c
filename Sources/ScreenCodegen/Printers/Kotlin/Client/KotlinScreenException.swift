/// The Kotlin class of the client's errors.
enum KotlinScreenException {
  static let name = "ScreenException.kt"

  static let imports = [
    "kotlinx.serialization.SerializationException",
    "kotlinx.serialization.json.Json",
    "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
    "kotlinx.serialization.json.contentOrNull",
  ]

  static let text = #"""
    /** The reason why a client has no screen, or what it worked around. */
    public class ScreenException(
      public val code: Code,
      message: String,
      /** The status of the response; null without one. */
      public val status: Int? = null,
      cause: Throwable? = null,
    ) : Exception(message, cause) {
      /** What went wrong. */
      public enum class Code {
        /** The text is not a route. */
        INVALID_ROUTE,

        /** An attribute has the name of a query parameter of the API. */
        INVALID_ATTRIBUTE,

        /** The server has no such screen (404). The message may name a similar route. */
        NOT_FOUND,

        /** The screen was deleted (410). */
        DELETED,

        /** The version that the pages are of is no longer there (410): begin again with the first page. */
        PAGE_EXPIRED,

        /** The server answered with another error status. */
        REFUSED,

        /** There was no response: no connection, or it broke. */
        UNREACHABLE,

        /** Nothing arrived for too long. */
        TIMEOUT,

        /** The response is not one of a Marquee server, or not in the wire format. */
        UNEXPECTED_RESPONSE,

        /** The cache failed. The screen itself was not affected. */
        CACHE_FAILED,
      }

      /** Whether another request would fail, too, until the screen or the app changes. */
      public val isFinal: Boolean
        get() = when (code) {
          Code.INVALID_ROUTE, Code.INVALID_ATTRIBUTE, Code.NOT_FOUND, Code.DELETED, Code.PAGE_EXPIRED -> true
          else -> false
        }

      internal companion object {
        fun unexpected(cause: Exception): ScreenException = unexpected(cause.message ?: cause.toString(), cause)

        fun unexpected(reason: String, cause: Exception? = null): ScreenException =
          ScreenException(Code.UNEXPECTED_RESPONSE, "not a response of a Marquee server: $reason", cause = cause)

        /** The error that a response reports as a problem document (RFC 9457). A proxy may have answered without one. */
        fun of(status: Int, body: String): ScreenException {
          val document = try {
            Json.parseToJsonElement(body) as? JsonObject
          } catch (_: SerializationException) {
            null
          }
          val detail = (document?.get("detail") ?: document?.get("title")) as? JsonPrimitive
          val code = when (status) {
            404 -> Code.NOT_FOUND
            410 -> Code.DELETED
            else -> Code.REFUSED
          }
          return ScreenException(code, detail?.contentOrNull ?: "the server answered $status", status)
        }
      }
    }
    """#
}
