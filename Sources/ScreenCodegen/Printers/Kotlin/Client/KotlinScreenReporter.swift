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
      private class Watched(val version: Int, val rollout: String?, val isDrawn: Boolean, val job: Job)

      /** The first draw of a cached screen. */
      private class CachedDraw(val etag: String?, val time: Duration?)

      // Errors of reporting must not reach the app.
      private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO + CoroutineExceptionHandler { _, _ -> })
      private val crashes = crashFile?.let { CrashLog(it) }
      private val queue = ReportQueue(server, release, requests, scope) { crashes?.didReport(it) }

      /** By route. Also the lock of both maps. */
      private val watched = mutableMapOf<String, Watched>()

      /** By route. */
      private val cachedDraws = mutableMapOf<String, CachedDraw>()

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

      /** Leaves a breadcrumb before the app gets a screen. */
      suspend fun willShow(snapshot: ScreenSnapshot) {
        if (watch(snapshot, isDrawn = false)) leaveBreadcrumb(snapshot)
      }

      fun didDraw(snapshot: ScreenSnapshot) {
        val time = drawTime(snapshot)
        if (snapshot.source != ScreenSnapshot.Source.CACHE) {
          snapshot.reportToken?.let { queue.add(it, "drawn", drawTime = time) }
        }
        if (watch(snapshot, isDrawn = true)) scope.launch { leaveBreadcrumb(snapshot) }
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

      /** The time from a screen's bytes to its draw. A cached screen that the server confirms was drawn before. */
      private fun drawTime(snapshot: ScreenSnapshot): Duration? {
        val time = snapshot.arrival?.elapsedNow()
        return synchronized(watched) {
          val earlier = cachedDraws[snapshot.route]?.takeIf { it.etag == snapshot.etag }
          if (snapshot.source == ScreenSnapshot.Source.CACHE && earlier == null) {
            cachedDraws[snapshot.route] = CachedDraw(snapshot.etag, time)
          }
          if (snapshot.source == ScreenSnapshot.Source.NOT_MODIFIED && earlier != null) earlier.time else time
        }
      }

      /**
       * Waits until a screen that was drawn has settled, or until one that was not drawn no longer explains a crash. Returns
       * false for a screen that was drawn before, which does not begin again.
       */
      private fun watch(snapshot: ScreenSnapshot, isDrawn: Boolean): Boolean {
        val version = snapshot.version ?: return false
        val rollout = snapshot.reportToken?.let { ScreenReport.rollout(it) }
        synchronized(watched) {
          val earlier = watched[snapshot.route]
          if (earlier?.isDrawn == true && earlier.version == version && earlier.rollout == rollout) return false
          earlier?.job?.cancel()
          val job = scope.launch {
            delay(SETTLING_TIME)
            if (isDrawn) settle(snapshot) else crashes?.remove(snapshot.route)
          }
          watched[snapshot.route] = Watched(version, rollout, isDrawn, job)
        }
        return true
      }

      private suspend fun settle(snapshot: ScreenSnapshot) {
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
