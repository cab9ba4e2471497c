/// The Kotlin that sends and repeats the client's requests.
enum KotlinScreenRequests {
  static let name = "ScreenRequests.kt"

  static let imports = [
    "java.net.SocketTimeoutException",
    "java.util.concurrent.atomic.AtomicBoolean",
    "kotlin.random.Random",
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.milliseconds",
    "kotlin.time.Duration.Companion.seconds",
    "kotlinx.coroutines.Dispatchers",
    "kotlinx.coroutines.currentCoroutineContext",
    "kotlinx.coroutines.delay",
    "kotlinx.coroutines.ensureActive",
    "kotlinx.coroutines.flow.Flow",
    "kotlinx.coroutines.flow.channelFlow",
    "kotlinx.coroutines.flow.conflate",
    "kotlinx.coroutines.launch",
    "kotlinx.coroutines.withTimeoutOrNull",
  ]

  static let text = #"""
    /** Sends requests, and repeats those that the server was too busy to answer. */
    internal class ScreenRequests(
      private val transport: ScreenTransport,
      private val headerFields: suspend () -> Map<String, String>,
      private val timeout: Duration,
    ) {
      /** The longest time between two lines of a stream. */
      private val streamTimeout = maxOf(timeout, MINIMUM_STREAM_TIMEOUT)

      /** A response that was read to its end. */
      class Response(val status: Int, val body: String, private val response: TransportResponse) {
        fun field(name: String): String? = response.field(name)
      }

      suspend fun send(request: TransportRequest): Response {
        var attempt = 0
        while (true) {
          val response = withTimeoutOrNull(timeout) { reported { exchange(request) } }
            ?: throw ScreenException(ScreenException.Code.TIMEOUT, "no response within $timeout")
          val delay = if (attempt < MAXIMUM_RETRIES) retryDelay(response, attempt) else null
          if (delay == null) return response
          delay(delay)
          attempt += 1
        }
      }

      /** The events of a stream, until it ends. Only the newest counts for a slow collector. */
      fun events(request: TransportRequest, onRetry: (Duration) -> Unit): Flow<ServerEvent> = channelFlow {
        reported {
          val response = withTimeoutOrNull(timeout) { open(request, streamTimeout) }
            ?: throw ScreenException(ScreenException.Code.TIMEOUT, "no response within $timeout")
          if (response.status != 200) throw ScreenException.of(response.status, text(response))
          if (response.field("Content-Type")?.startsWith("text/event-stream") != true) {
            response.cancel()
            throw ScreenException.unexpected("the response is no event stream")
          }
          val isAlive = AtomicBoolean(true)
          val watchdog = launch(Dispatchers.IO) {
            while (isAlive.getAndSet(false)) delay(streamTimeout)
            response.cancel()
          }
          val parser = EventStreamParser()
          blocking(response.cancel) {
            response.body.bufferedReader().forEachLine { line ->
              ensureActive()
              isAlive.set(true)
              parser.read(line)?.let { trySend(it) }
              parser.retry?.let(onRetry)
            }
          }
          watchdog.cancel()
        }
      }.conflate()

      private suspend fun exchange(request: TransportRequest): Response {
        val response = open(request, timeout)
        return Response(response.status, text(response), response)
      }

      private suspend fun open(request: TransportRequest, timeout: Duration): TransportResponse {
        val names = request.fields.keys.map { it.lowercase() }
        // The fields of the client take precedence.
        val fields = headerFields().filterKeys { it.lowercase() !in names } + request.fields
        return transport.send(TransportRequest(request.url, fields, request.method, request.body, timeout))
      }

      private suspend fun text(response: TransportResponse): String =
        blocking(response.cancel) { response.body.use { it.readBytes().decodeToString() } }

      private suspend fun <T> reported(body: suspend () -> T): T =
        try {
          body()
        } catch (failure: ScreenException) {
          throw failure
        } catch (failure: Exception) {
          // The function for header fields and a transport of the app may throw anything. Cancelling closes the connection,
          // which is no failure of the server.
          currentCoroutineContext().ensureActive()
          if (failure is SocketTimeoutException) {
            throw ScreenException(ScreenException.Code.TIMEOUT, "nothing arrived for too long", cause = failure)
          }
          throw ScreenException(ScreenException.Code.UNREACHABLE, "the server cannot be reached: $failure", cause = failure)
        }

      private fun retryDelay(response: Response, attempt: Int): Duration? {
        if (response.status != 503 && response.status != 429) return null
        // Random, so that clients which failed together do not return together.
        val random = 500.milliseconds * Random.nextDouble()
        val seconds = response.field("Retry-After")?.toLongOrNull() ?: return random * (1 shl attempt)
        return if (seconds in 0..30) seconds.seconds + random else null
      }

      private companion object {
        const val MAXIMUM_RETRIES = 3

        /** The server sends a comment each 15 seconds. */
        val MINIMUM_STREAM_TIMEOUT = 60.seconds
      }
    }
    """#
}
