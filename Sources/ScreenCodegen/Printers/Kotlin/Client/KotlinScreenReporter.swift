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
      private class Watched(val version: Int, val token: String?, val draw: Draw?, val job: Job) {
        var hasSettled = false
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
       * Waits until a screen that was drawn has settled, or until one that was not drawn no longer explains a crash. Returns
       * false for a screen that does not begin again: it has settled for this rollout, or is the same response.
       */
      private fun watch(snapshot: ScreenSnapshot, draw: Draw?): Boolean {
        val version = snapshot.version ?: return false
        val token = snapshot.reportToken
        synchronized(watched) {
          val earlier = watched[snapshot.route]
          if (earlier?.draw != null && earlier.version == version) {
            val rollouts = listOf(earlier.token, token).map { one -> one?.let { ScreenReport.rollout(it) } }
            if (earlier.token == token || earlier.hasSettled && rollouts[0] == rollouts[1]) return false
          }
          earlier?.job?.cancel()
          val job = scope.launch {
            delay(SETTLING_TIME)
            if (draw != null) settle(snapshot) else crashes?.remove(snapshot.route)
          }
          watched[snapshot.route] = Watched(version, token, draw, job)
        }
        return true
      }

      private suspend fun settle(snapshot: ScreenSnapshot) {
        synchronized(watched) { watched[snapshot.route]?.hasSettled = true }
        crashes?.settle(snapshot.route)
        snapshot.reportToken?.let { queue.add(it, "settled") }
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
