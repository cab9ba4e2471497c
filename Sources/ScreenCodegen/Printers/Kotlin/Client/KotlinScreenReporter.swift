/// The Kotlin class that reports what happens to screens.
enum KotlinScreenReporter {
  static let name = "ScreenReporter.kt"

  static let imports = [
    "java.io.File",
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.seconds",
    "kotlinx.coroutines.CoroutineExceptionHandler",
    "kotlinx.coroutines.CoroutineScope",
    "kotlinx.coroutines.Dispatchers",
    "kotlinx.coroutines.Job",
    "kotlinx.coroutines.SupervisorJob",
    "kotlinx.coroutines.delay",
    "kotlinx.coroutines.launch",
  ]

  static let text = #"""
    /**
     * Reports what happens to the screens of guarded publications: what cannot be decoded, draws, and crashes.
     *
     * A screen without a token is in no guarded publication, and is not reported.
     */
    internal class ScreenReporter(server: String, release: String?, requests: ScreenRequests, crashFile: File?) {
      /** A screen that the app has got last of its route. The job ends its breadcrumb. */
      private class Watched(val version: Int, val isCached: Boolean, val draw: Draw?) {
        /** That of the last response. */
        var token: String? = null
        var hasSettled = false
        var job: Job? = null
      }

      /** A draw, and the time from the screen's bytes. */
      private class Draw(val time: Duration?)

      // Errors of reporting must not reach the app.
      private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO + CoroutineExceptionHandler { _, _ -> })
      private val crashes = crashFile?.let { CrashLog(it) }
      private val queue = ReportQueue(server, release, requests, scope) { crashes?.didReport(it) }

      /** By route. Also its lock. */
      private val watched = mutableMapOf<String, Watched>()

      init {
        if (crashes != null) {
          scope.launch {
            for (token in crashes.unreportedTokens()) queue.add(token, "crash-after-screen")
            // The app may soon crash again.
            queue.flush()
          }
        }
      }

      /** The version of a screen that the app must not get, because it crashed after it. */
      suspend fun avoidedVersion(route: String): Int? = crashes?.avoidedVersion(route)

      /** The user has changed, whose events count apart. */
      fun setUser() {
        queue.forgetEvents()
        synchronized(watched) {
          watched.values.forEach { it.job?.cancel() }
          watched.clear()
        }
        scope.launch { crashes?.removeAll() }
      }

      /** Reports what could not be decoded of a response. */
      fun didDecode(token: String, problems: List<DecodingProblem>) {
        for (problem in problems) problem.kind.event?.let { queue.add(token, it, viewType = problem.viewType) }
      }

      /** Reports a response that the app cannot show at all. */
      fun didFail(token: String) {
        queue.add(token, "content-failed")
      }

      /**
       * Leaves a breadcrumb before the app gets a screen. The app may not draw one again that is confirmed: during a guarded
       * publication it counts as the changed one does, which is drawn.
       */
      suspend fun willShow(snapshot: ScreenSnapshot, isConfirmed: Boolean = false) {
        if (isConfirmed && earlierDraw(snapshot) != null) {
          didDraw(snapshot)
        } else if (watch(snapshot, null)) {
          leaveBreadcrumb(snapshot)
        }
      }

      fun didDraw(snapshot: ScreenSnapshot) {
        val draw = earlierDraw(snapshot) ?: Draw(snapshot.arrival?.elapsedNow())
        if (snapshot.source != ScreenSnapshot.Source.CACHE) {
          snapshot.reportToken?.let { queue.add(it, "drawn", drawTime = draw.time) }
        }
        if (watch(snapshot, draw)) scope.launch { leaveBreadcrumb(snapshot) }
      }

      fun report(event: String, snapshot: ScreenSnapshot) {
        snapshot.reportToken?.let { queue.add(it, event) }
      }

      fun didEnterBackground() {
        scope.launch {
          crashes?.removeAll()
          queue.flush()
        }
      }

      /** The draw of a version that was drawn before, such as a cached one that the server has confirmed. */
      private fun earlierDraw(snapshot: ScreenSnapshot): Draw? = synchronized(watched) {
        watched[snapshot.route]?.takeIf { it.version == snapshot.version }?.draw
      }

      /**
       * Waits until a screen that was drawn has settled, or until one that was not drawn no longer explains a crash. The
       * first response of the server starts the time again for a cached screen: during a guarded publication, some units
       * get another version then, whose time starts, too. Another response changes the token alone. Returns false for a
       * screen that needs no other breadcrumb.
       */
      private fun watch(snapshot: ScreenSnapshot, ownDraw: Draw?): Boolean {
        val version = snapshot.version ?: return false
        val token = snapshot.reportToken
        val isCached = snapshot.source == ScreenSnapshot.Source.CACHE
        synchronized(watched) {
          val earlier = watched[snapshot.route]
          val draw = ownDraw ?: earlier?.takeIf { it.version == version }?.draw
          if (earlier?.draw != null && earlier.version == version && isSameRollout(earlier.token, token)) {
            if (earlier.hasSettled || earlier.token == token) return false
            if (!earlier.isCached) {
              if (!isCached) earlier.token = token
              return !isCached
            }
          }
          earlier?.job?.cancel()
          val own = Watched(version, isCached, draw)
          own.token = token
          own.job = scope.launch {
            delay(SETTLING_TIME)
            if (draw != null) settle(snapshot.route, own) else crashes?.remove(snapshot.route)
          }
          watched[snapshot.route] = own
        }
        return true
      }

      private fun isSameRollout(one: String?, other: String?): Boolean =
        one?.let { ScreenReport.rollout(it) } == other?.let { ScreenReport.rollout(it) }

      private suspend fun settle(route: String, own: Watched) {
        val token = synchronized(watched) {
          // The job of an earlier screen is cancelled, but can be past its wait.
          if (watched[route] !== own) return
          own.hasSettled = true
          own.token
        }
        token?.let { queue.add(it, "settled") }
        crashes?.settle(route)
      }

      private suspend fun leaveBreadcrumb(snapshot: ScreenSnapshot) {
        crashes?.add(snapshot.route, snapshot.version ?: return, snapshot.reportToken)
      }

      private companion object {
        /** The time from a draw until the screen has settled. */
        val SETTLING_TIME = 5.seconds
      }
    }
    """#
}
