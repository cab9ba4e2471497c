/// The Kotlin interface that sends the client's requests.
enum KotlinScreenTransport {
  static let name = "ScreenTransport.kt"

  static let imports = [
    "java.io.IOException",
    "java.io.InputStream",
    "kotlin.coroutines.resumeWithException",
    "kotlin.time.Duration",
    "kotlinx.coroutines.Dispatchers",
    "kotlinx.coroutines.asExecutor",
    "kotlinx.coroutines.suspendCancellableCoroutine",
  ]

  static let text = #"""
    /** Sends the requests of a [ScreenClient]. An app can implement it with its own HTTP client, such as OkHttp. */
    public interface ScreenTransport {
      /** Sends a request, and returns its response when the header fields have arrived. Throws [IOException]. */
      public suspend fun send(request: TransportRequest): TransportResponse
    }

    /** A request of a [ScreenClient]. */
    public class TransportRequest(
      public val url: String,
      public val fields: Map<String, String>,
      public val method: String = "GET",
      public val body: String? = null,
      /** The longest time without a received byte, for a transport that blocks a thread; null for no limit. */
      public val timeout: Duration? = null,
    )

    /** A response whose body has yet to be read. */
    public class TransportResponse(
      public val status: Int,
      fields: Map<String, String>,
      public val body: InputStream,
      /** Ends a read of the body on another thread. */
      internal val cancel: () -> Unit = body::close,
    ) {
      private val fields = fields.mapKeys { it.key.lowercase() }

      /** The value of a header field; names have no case (RFC 9110 §5.1). */
      public fun field(name: String): String? = fields[name.lowercase()]
    }

    /**
     * Runs a blocking body on another thread. When the coroutine is cancelled, [cancel] should end the body; the coroutine
     * does not wait for that, because a connection of Java closes only when its next bytes arrive.
     */
    internal suspend fun <T> blocking(cancel: () -> Unit, body: () -> T): T = suspendCancellableCoroutine { continuation ->
      val threads = Dispatchers.IO.asExecutor()
      threads.execute {
        runCatching(body).onFailure(continuation::resumeWithException).onSuccess { value ->
          // A cancelled coroutine drops the value: a connection that opened too late.
          continuation.resume(value) { _, _, _ -> threads.execute(cancel) }
        }
      }
      // Android allows no network on the main thread, not even closing a connection.
      continuation.invokeOnCancellation { threads.execute(cancel) }
    }
    """#
}
