/// The Kotlin class that follows all live screens of a client.
enum KotlinLiveUpdates {
  static let name = "LiveUpdates.kt"

  static let imports = [
    "kotlin.random.Random",
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.milliseconds",
    "kotlin.time.Duration.Companion.seconds",
    "kotlinx.coroutines.CoroutineScope",
    "kotlinx.coroutines.Dispatchers",
    "kotlinx.coroutines.Job",
    "kotlinx.coroutines.SupervisorJob",
    "kotlinx.coroutines.channels.Channel",
    "kotlinx.coroutines.delay",
    "kotlinx.coroutines.launch",
    "kotlinx.coroutines.withTimeoutOrNull",
  ]

  static let text = #"""
    /**
     * The event streams of all live screens of a client: one for each 64 screens, more if their routes are long.
     *
     * Another set of screens opens a stream again, with the known versions, so that no event is lost. Where the server or
     * a proxy offers no events, each screen is requested from time to time.
     */
    internal class LiveUpdates(
      private val server: String,
      private val requests: ScreenRequests,
      private val onError: (ScreenException) -> Unit,
    ) {
      /** A screen that is followed. */
      class Follower(val route: String, version: Int?) {
        /** The newest version that was fetched or announced. */
        @Volatile
        var version: Int? = version

        /** Whether the stream was lost since the last fetch, so that the screen may have changed. */
        @Volatile
        var isLost: Boolean = false

        private val changes = Channel<Unit>(Channel.CONFLATED)

        fun wake() {
          changes.trySend(Unit)
        }

        /** Waits until the screen may have changed, at most for a time; without one, until then. */
        suspend fun change(longest: Duration?) {
          if (longest == null) changes.receive() else withTimeoutOrNull(longest) { changes.receive() }
        }
      }

      // Each job ends when its screens are no longer followed.
      private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)

      /** Also the lock of the other properties. */
      private val followers = mutableSetOf<Follower>()
      private val streams = mutableMapOf<List<String>, Job>()
      private var settling: Job? = null

      /** Follows a screen that the server has, until [unfollow]. */
      fun follow(route: String, version: Int?): Follower {
        val follower = Follower(route, version)
        synchronized(followers) {
          followers.add(follower)
          settle()
        }
        return follower
      }

      fun unfollow(follower: Follower) {
        synchronized(followers) {
          followers.remove(follower)
          settle()
        }
      }

      private fun settle() {
        if (followers.isEmpty()) {
          openStreams()
        } else if (settling?.isActive != true) {
          settling = scope.launch {
            delay(SETTLING_TIME)
            synchronized(followers) {
              openStreams()
              settling = null
            }
          }
        }
      }

      private fun openStreams() {
        val sets = grouped(followers.map { it.route }.distinct().sorted())
        for (set in streams.keys - sets.toSet()) streams.remove(set)?.cancel()
        for (set in sets) streams.getOrPut(set) { scope.launch { stayConnected(set) } }
      }

      /** Puts routes into groups, one for each stream. */
      private fun grouped(routes: List<String>): List<List<String>> {
        val groups = mutableListOf<MutableList<String>>()
        var length = 0
        for (route in routes) {
          length += route.length
          if (groups.isEmpty() || groups.last().size == MAXIMUM_ROUTES || length > MAXIMUM_ROUTE_LENGTH) {
            groups.add(mutableListOf())
            length = route.length
          }
          groups.last().add(route)
        }
        return groups
      }

      private suspend fun stayConnected(routes: List<String>) {
        var failures = 0
        var retry = 2.seconds
        while (true) {
          val fields = mutableMapOf("Accept" to "text/event-stream", "Cache-Control" to "no-store")
          val known = followers(routes).mapNotNull { follower -> follower.version?.let { "${follower.route}:$it" } }
          if (known.isNotEmpty()) fields["Last-Event-ID"] = known.distinct().joinToString(", ")
          try {
            val request = TransportRequest("$server/events?routes=${routes.joinToString(",")}", fields)
            requests.events(request, { retry = it; failures = 0 }).collect { announce(it.id) }
          } catch (failure: ScreenException) {
            failures += 1
            onError(failure)
          }
          delay(backOff(failures, retry))
          for (follower in followers(routes)) {
            follower.isLost = true
            follower.wake()
          }
        }
      }

      /** Wakes the followers of a screen. The id of an event is the route and the version. */
      private fun announce(id: String) {
        val version = id.substringAfter(":").toIntOrNull() ?: return
        for (follower in followers(listOf(id.substringBefore(":")))) {
          if (follower.version == version) continue
          follower.version = version
          follower.wake()
        }
      }

      private fun followers(routes: List<String>): List<Follower> =
        synchronized(followers) { followers.filter { it.route in routes } }

      companion object {
        /** The largest number of screens of a stream. The server refuses more. */
        private const val MAXIMUM_ROUTES = 64

        /** The largest sum of the lengths of a stream's routes. Servers and proxies limit addresses and header fields. */
        private const val MAXIMUM_ROUTE_LENGTH = 4000

        /** The delay before a changed set of screens opens a stream again. Screens often appear together. */
        private val SETTLING_TIME = 100.milliseconds

        /** The longest time between two attempts, before it is spread. */
        private val MAXIMUM_DELAY = 30.seconds

        /** The time before another attempt. It is random, so that clients which lost a server do not return together. */
        fun backOff(failures: Int, retry: Duration = 2.seconds): Duration =
          minOf(MAXIMUM_DELAY, retry * (1 shl (failures - 1).coerceIn(0, 10))) * (0.5 + Random.nextDouble())
      }
    }
    """#
}
