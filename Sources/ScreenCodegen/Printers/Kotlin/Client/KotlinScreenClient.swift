/// The Kotlin class of a client.
enum KotlinScreenClient {
  static let name = "ScreenClient.kt"

  static let imports = [
    "java.io.File",
    "java.net.URLEncoder",
    "kotlin.time.Duration",
    "kotlin.time.Duration.Companion.seconds",
    "kotlin.time.TimeMark",
    "kotlin.time.TimeSource",
    "kotlinx.coroutines.CancellationException",
    "kotlinx.coroutines.delay",
    "kotlinx.coroutines.flow.Flow",
    "kotlinx.coroutines.flow.MutableStateFlow",
    "kotlinx.coroutines.flow.channelFlow",
    "kotlinx.coroutines.flow.collectLatest",
    "kotlinx.coroutines.flow.conflate",
    "kotlinx.coroutines.flow.flow",
    "kotlinx.serialization.SerializationException",
    "kotlinx.serialization.json.Json",
  ]

  static let text = #"""
    /**
     * A client of a Marquee server: fetches screens, caches them, and follows their changes.
     *
     * ```kotlin
     * val client = ScreenClient("https://screens.example.com", user = "42")
     * client.updates("home").collect { show(it.screen) }
     * ```
     *
     * @param server the address of the server; it may have a path.
     * @param user the id of the user, by which the server assigns variants.
     * @param attributes attributes for targeting, such as the country. The server reads a JSON number, `true` and `false`
     *   as such.
     * @param release the release of the app, such as `android/1.4.0`.
     * @param languages the languages of the user, most wanted first, such as `de-CH`; by default those of the platform. The
     *   first ten count.
     * @param format the wire format to request. Of the shipped ones, only [WireFormat.screen] has ids.
     * @param cache keeps screens.
     * @param transport sends the requests.
     * @param headerFields returns header fields to add to each request, such as `Authorization`. The client calls it before
     *   each request, so that it can renew a token.
     * @param timeout the longest time for a response.
     * @param sendsReports whether the client reports what happens to the screens of guarded publications, and avoids a
     *   version after which the app has crashed twice.
     * @param crashFile a file of this client alone, by which it learns of a crash. Pass one only if the app calls [didDraw]
     *   and [didEnterBackground].
     * @param onError called with each error that the client works around: by the cache, by a whole screen, or by another
     *   attempt.
     */
    public class ScreenClient(
      server: String,
      user: String? = null,
      attributes: Map<String, String> = emptyMap(),
      private val release: String? = null,
      private val languages: List<String> = platformLanguages(),
      private val format: WireFormat = WireFormat.screen,
      private val cache: ScreenCache = MemoryCache(),
      transport: ScreenTransport = PlatformTransport(),
      headerFields: suspend () -> Map<String, String> = { emptyMap() },
      timeout: Duration = 30.seconds,
      sendsReports: Boolean = true,
      crashFile: File? = null,
      private val onError: (ScreenException) -> Unit = {},
    ) {
      private data class Identity(val user: String?, val attributes: Map<String, String>)

      private class Request(val route: String, val url: String, val fields: Map<String, String>) {
        val key = (listOf(url) + fields.values).joinToString("\n")
      }

      private val server = server.trimEnd('/')
      private val requests = ScreenRequests(transport, headerFields, timeout)
      private val live = LiveUpdates(this.server, requests, onError)
      private val identity = MutableStateFlow(Identity(user, attributes))
      private val reporter = if (sendsReports) ScreenReporter(this.server, release, requests, crashFile) else null

      /** Reports variants that a user saw without a request. */
      public val exposures: ExposureReporter = ExposureReporter(this.server, requests)

      /** Changes the user, after signing in or out. Flows of updates go on with the screen of this user. */
      public fun setUser(user: String?, attributes: Map<String, String> = emptyMap()) {
        reporter?.setUser()
        identity.value = Identity(user, attributes)
      }

      /**
       * Fetches a screen. Without a usable response it is the cached one, and its source is [ScreenSnapshot.Source.CACHE].
       *
       * Throws [ScreenException].
       */
      public suspend fun screen(route: String): ScreenSnapshot {
        val request = request(route, identity.value)
        val snapshot = try {
          load(request)
        } catch (failure: ScreenException) {
          if (failure.isFinal) throw failure
          fromCache(request)?.also { onError(failure) } ?: throw failure
        }
        reporter?.willShow(snapshot)
        return snapshot
      }

      /** Returns the cached screen, without a request; null when there is none. */
      public suspend fun cached(route: String): ScreenSnapshot? =
        fromCache(request(route, identity.value))?.also { reporter?.willShow(it) }

      /**
       * Follows a screen: the cached one if there is one, then the server's, then each change.
       *
       * All followed screens share one stream of Server-Sent Events, which is opened again when it ends. Where there are
       * none, the client asks now and then. A failed request is reported to `onError` and repeated; the first response
       * after it is a snapshot of its own, even if nothing has changed. A slow collector gets only the newest snapshot. The
       * flow fails with [ScreenException] when the screen does not exist or was deleted.
       */
      public fun updates(route: String): Flow<ScreenSnapshot> = channelFlow {
        identity.collectLatest {
          follow(route, it) { snapshot -> send(snapshot) }
        }
      }.conflate()

      /**
       * The pages of a screen, each fetched when it is asked for. All are of one version, whatever is published meanwhile.
       * The flow fails with [ScreenException.Code.PAGE_EXPIRED] when the server no longer has that version.
       */
      public fun pages(route: String): Flow<ScreenSnapshot> = flow {
        var page: ScreenSnapshot? = screen(route)
        while (page != null) {
          emit(page)
          page = nextPage(page)
        }
      }

      /** Fetches the page after another one; null after the last one. */
      public suspend fun nextPage(page: ScreenSnapshot): ScreenSnapshot? {
        val url = page.nextPage ?: return null
        val response = requests.send(TransportRequest(url, fields()))
        if (response.status == 410) {
          val message = ScreenException.of(410, response.body).message.orEmpty()
          throw ScreenException(ScreenException.Code.PAGE_EXPIRED, message, 410)
        }
        if (response.status != 200) throw ScreenException.of(response.status, response.body)
        val arrival = TimeSource.Monotonic.markNow()
        val screen = CachedScreen(response.body, ScreenSnapshot.keptFields(response))
        return snapshot(screen, ScreenSnapshot.Source.NETWORK, url, page.route, arrival)
      }

      /**
       * Says that the app has drawn a snapshot. Call it for each one that is drawn. During a guarded publication, the client
       * reports the time since its bytes arrived, and 5 seconds later that the screen has settled.
       */
      public fun didDraw(snapshot: ScreenSnapshot) {
        reporter?.didDraw(snapshot)
      }

      /**
       * Reports an event after a screen: one that the guard names, such as `order-placed`; or `no-cell` and
       * `value-not-shown`, when the app could not show a part of it. Outside of a guarded publication, nothing is sent.
       */
      public fun report(event: String, snapshot: ScreenSnapshot) {
        reporter?.report(event, snapshot)
      }

      /** Says that the app goes to the background, where its end is no crash. Sends the reports that wait. */
      public fun didEnterBackground() {
        reporter?.didEnterBackground()
      }

      private fun request(route: String, identity: Identity): Request {
        if (route.length > 200 || !ROUTE.matches(route)) {
          throw ScreenException(ScreenException.Code.INVALID_ROUTE, "\"$route\" is not a route")
        }
        val parameters = mutableListOf("format" to format.name)
        identity.user?.let { parameters.add("user" to it) }
        for ((name, value) in identity.attributes.toSortedMap()) {
          if (name.isEmpty() || name in RESERVED) {
            throw ScreenException(
              ScreenException.Code.INVALID_ATTRIBUTE,
              "\"$name\" is a parameter of the API; choose another name",
            )
          }
          parameters.add(name to value)
        }
        val query = parameters.joinToString("&") { (name, value) -> "${encoded(name)}=${encoded(value)}" }
        return Request(route, "$server/screens/$route?$query", fields())
      }

      private fun fields(): Map<String, String> = buildMap {
        put("Accept", "application/json")
        // An empty field would say that the app can show nothing.
        if (ViewContent.viewTypes.isNotEmpty()) put("Accept-View-Types", ViewContent.viewTypes.joinToString(", "))
        release?.let { put("Client-Release", it) }
        // Falling weights (RFC 9110 §12.4.2): `de-CH, fr;q=0.9`.
        val weighted = languages.take(MAXIMUM_LANGUAGES)
          .mapIndexed { index, tag -> if (index == 0) tag else "$tag;q=0.${10 - index}" }
        if (weighted.isNotEmpty()) put("Accept-Language", weighted.joinToString(", "))
      }

      /** Fetches a screen from the server: whole when a patch or a 304 cannot be used. */
      private suspend fun load(request: Request): ScreenSnapshot {
        val avoided = reporter?.avoidedVersion(request.route)
        // A cache on the way may have that version.
        val fields = request.fields +
          avoided?.let { mapOf("Screen-Avoid" to "$it", "Cache-Control" to "no-cache") }.orEmpty()
        val cached = cachedScreen(request, avoided)
        val etag = cached?.fields?.get("etag")
        if (cached != null && etag != null) {
          // Patching loses the order of members.
          val delta = if (format.paths.isOrderedByMembers) emptyMap() else mapOf("A-IM" to "json-patch")
          val conditional = fields + ("If-None-Match" to etag) + delta
          val response = requests.send(TransportRequest(request.url, conditional))
          try {
            return receive(response, cached, request)
          } catch (failure: ScreenException) {
            if (failure.code != ScreenException.Code.UNEXPECTED_RESPONSE) throw failure
            onError(failure)
          }
        }
        return receive(requests.send(TransportRequest(request.url, fields)), null, request)
      }

      private suspend fun receive(
        response: ScreenRequests.Response, cached: CachedScreen?, request: Request,
      ): ScreenSnapshot {
        val arrival = TimeSource.Monotonic.markNow()
        val fields = ScreenSnapshot.keptFields(response, cached.takeIf { response.status == 304 })
        val (body, source) = when {
          response.status == 200 -> response.body to ScreenSnapshot.Source.NETWORK
          response.status == 304 && cached != null -> cached.body to ScreenSnapshot.Source.NOT_MODIFIED
          response.status == 226 && cached != null -> patched(cached, response) to ScreenSnapshot.Source.DELTA
          else -> {
            if (response.status == 410) guarded { cache.remove(request.key) }
            if (response.status < 400) throw ScreenException.unexpected("the status ${response.status}")
            throw ScreenException.of(response.status, response.body)
          }
        }
        val screen = CachedScreen(body, fields)
        val snapshot = snapshot(screen, source, request.url, request.route, arrival)
        guarded { cache.put(request.key, screen) }
        return snapshot
      }

      /** Returns the cached body after the patch of a response (RFC 3229). */
      private fun patched(cached: CachedScreen, response: ScreenRequests.Response): String {
        if (response.field("IM") != "json-patch" || response.field("Delta-Base") != cached.fields["etag"]) {
          throw ScreenException.unexpected("the patch is for another body")
        }
        return try {
          JsonPatch.apply(Json.parseToJsonElement(cached.body), Json.parseToJsonElement(response.body)).toString()
        } catch (failure: SerializationException) {
          throw ScreenException.unexpected(failure)
        }
      }

      private suspend fun fromCache(request: Request): ScreenSnapshot? {
        val cached = cachedScreen(request, reporter?.avoidedVersion(request.route)) ?: return null
        val arrival = TimeSource.Monotonic.markNow()
        // An earlier version of the app may have stored it.
        return guarded { snapshot(cached, ScreenSnapshot.Source.CACHE, request.url, request.route, arrival) }
      }

      /** Returns the cached screen, unless it is of the version to avoid. */
      private suspend fun cachedScreen(request: Request, avoided: Int?): CachedScreen? =
        guarded { cache.get(request.key) }
          ?.takeIf { avoided == null || it.fields["screen-version"]?.toIntOrNull() != avoided }

      /** Decodes a screen. [arrival] is when its bytes were there. */
      private fun snapshot(
        screen: CachedScreen, source: ScreenSnapshot.Source, url: String, route: String, arrival: TimeMark,
      ): ScreenSnapshot {
        val token = screen.fields[ScreenSnapshot.REPORT].takeIf { source != ScreenSnapshot.Source.CACHE }
        val reader = ScreenReader(format)
        val decoded = try {
          reader.read(Json.parseToJsonElement(screen.body))
        } catch (failure: SerializationException) {
          token?.let { reporter?.didFail(it) }
          throw ScreenException.unexpected(failure)
        }
        token?.let { reporter?.didDecode(it, reader.problems) }
        return ScreenSnapshot.of(decoded, screen.fields, source, url, route).also { it.arrival = arrival }
      }

      /** Calls a function of the cache. Its failure never costs the screen. */
      private suspend fun <T> guarded(body: suspend () -> T): T? =
        try {
          body()
        } catch (failure: Exception) {
          if (failure is CancellationException) throw failure
          onError(ScreenException(ScreenException.Code.CACHE_FAILED, "the cache failed: $failure", cause = failure))
          null
        }

      /** Follows a screen of one user. */
      private suspend fun follow(route: String, identity: Identity, emit: suspend (ScreenSnapshot) -> Unit) {
        val request = request(route, identity)
        var current = fromCache(request)
        current?.let {
          reporter?.willShow(it)
          emit(it)
        }
        var follower: LiveUpdates.Follower? = null
        var failures = 0
        // Whether the collector may show that the screen is old.
        var isStale = true
        try {
          while (true) {
            try {
              if (follower?.isLost == true) isStale = true
              follower?.isLost = false
              val next = load(request)
              // The server refuses a stream of a screen that it does not have, so a screen is fetched before.
              val followed = follower ?: live.follow(route, next.version).also { follower = it }
              next.version?.let { followed.version = maxOf(it, followed.version ?: 0) }
              val isConfirmed = next.etag != null && next.etag == current?.etag
              val isNews = isStale || !isConfirmed
              reporter?.willShow(next, isConfirmed)
              failures = 0
              isStale = false
              current = next
              if (isNews) emit(next)
            } catch (failure: ScreenException) {
              if (failure.isFinal) throw failure
              failures += 1
              isStale = true
              onError(failure)
            }
            val delay = if (failures == 0) null else LiveUpdates.backOff(failures)
            follower?.change(delay) ?: delay(delay ?: Duration.ZERO)
          }
        } finally {
          follower?.let { live.unfollow(it) }
        }
      }

      private companion object {
        val ROUTE = Regex("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")

        /** Parameters of the API. An attribute cannot have one of these names. */
        val RESERVED = setOf("user", "variant", "version", "format", "release", "arm", "rendition")

        /** The largest number of languages of a request: a weight has one digit here, and none is 0. */
        const val MAXIMUM_LANGUAGES = 10

        fun encoded(text: String): String = URLEncoder.encode(text, "UTF-8")
      }
    }
    """#
}
