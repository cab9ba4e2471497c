extension ClientProgram {
  /// The program in Kotlin.
  static let kotlin = #"""
    package test

    import java.io.File
    import kotlin.time.Duration.Companion.milliseconds
    import kotlinx.coroutines.CancellationException
    import kotlinx.coroutines.Dispatchers
    import kotlinx.coroutines.Job
    import kotlinx.coroutines.cancelChildren
    import kotlinx.coroutines.flow.Flow
    import kotlinx.coroutines.launch
    import kotlinx.coroutines.runBlocking
    import kotlinx.serialization.SerializationException
    import kotlinx.serialization.json.Json
    import kotlinx.serialization.json.jsonArray
    import test.shipped.AndroidTransport
    import test.shipped.JsonPatch
    import test.shipped.OneLineText
    import test.shipped.PlatformTransport
    import test.shipped.ScreenClient
    import test.shipped.ScreenException
    import test.shipped.ScreenSnapshot
    import test.shipped.ScreenTransport
    import test.shipped.TransportRequest
    import test.shipped.TransportResponse

    /** Keeps the languages that a screen was last asked for in. */
    private class Recorder(private val transport: ScreenTransport) : ScreenTransport {
      var languages = ""

      override suspend fun send(request: TransportRequest): TransportResponse {
        request.fields["Accept-Language"]?.let { languages = it }
        return transport.send(request)
      }
    }

    private fun pairs(map: Map<String, String>): String =
      map.map { "${it.key}=${it.value}" }.joinToString(",").ifEmpty { "-" }

    private fun sourceName(source: ScreenSnapshot.Source): String = source.name.lowercase().replace("_m", "M")

    private fun description(snapshot: ScreenSnapshot, languages: String): String {
      val texts = snapshot.screen.items.map { it to (it.content as? OneLineText)?.text1 }
      val items = texts.filter { it.first.id != "long" }.joinToString(" ") { (item, text) -> "${item.id}:$text" }
      val maps = "${pairs(snapshot.assignments)} ${pairs(snapshot.downgraded)}"
      return "${sourceName(snapshot.source)} ${snapshot.version} $languages $maps $items"
    }

    private suspend fun reporting(label: String, body: suspend () -> Unit) {
      try {
        body()
      } catch (failure: ScreenException) {
        println("$label error ${failure.code.name.lowercase().replace('_', '-')}")
      }
    }

    private fun patched(text: String): String = try {
      val (value, patch) = Json.parseToJsonElement(text).jsonArray
      JsonPatch.apply(value, patch).toString()
    } catch (_: SerializationException) {
      "refused"
    }

    public fun main(arguments: Array<String>): Unit = runBlocking {
      val transport = Recorder(if (arguments[0] == "android") AndroidTransport() else PlatformTransport())
      // Whether the function for header fields throws.
      var isBroken = false
      val client = ScreenClient(
        arguments[1], user = "a", release = "test/1.0.0", languages = arguments[2].split(","),
        transport = transport,
        headerFields = {
          check(!isBroken) { "no token" }
          emptyMap()
        },
        timeout = arguments[3].toInt().milliseconds,
        sendsReports = arguments[4] != "off",
        crashFile = File(arguments[4]).takeIf { it.isAbsolute },
      )
      var loading: Job? = null
      var last: ScreenSnapshot? = null
      fun show(label: String, snapshot: ScreenSnapshot) {
        last = snapshot
        println("$label ${description(snapshot, transport.languages)}")
      }
      suspend fun showAll(label: String, snapshots: Flow<ScreenSnapshot>) = reporting(label) {
        snapshots.collect { show(label, it) }
        println("$label end")
      }
      launch(Dispatchers.IO) {
        generateSequence(::readLine).forEach { line ->
          val command = line.substringBefore(" ")
          val argument = line.substringAfter(" ", "")
          when (command) {
            "screen" -> reporting(command) { show(command, client.screen(argument)) }
            "follow" -> this@runBlocking.launch { showAll(command, client.updates(argument)) }
            // Draws the first snapshot, and none that follows.
            "watch" -> this@runBlocking.launch {
              var isFirst = true
              reporting(command) {
                client.updates(argument).collect {
                  show(command, it)
                  if (isFirst) client.didDraw(it)
                  isFirst = false
                }
              }
            }
            "start" -> loading = this@runBlocking.launch {
              try {
                reporting(command) { show(command, client.screen(argument)) }
              } catch (cancellation: CancellationException) {
                println("$command cancelled")
                throw cancellation
              }
            }
            "stop" -> loading?.cancel()
            "pages" -> showAll(command, client.pages(argument))
            "user" -> client.setUser(argument)
            "break" -> isBroken = argument == "1"
            "language" -> with(client.screen(argument)) {
              val direction = if (direction == ScreenSnapshot.Direction.RIGHT_TO_LEFT) "rtl" else "ltr"
              println("$command ${sourceName(source)} $language $direction")
            }
            "draw" -> last?.let {
              client.didDraw(it)
              println("$command ${sourceName(it.source)} ${it.route} ${it.reportToken}")
            }
            "event" -> last?.let { client.report(argument, it) }
            "background" -> client.didEnterBackground()
            "crash" -> Runtime.getRuntime().halt(1)
            "patch" -> println(patched(argument))
            "expose" -> reporting(command) {
              client.exposures.add(argument, last?.assignments.orEmpty())
              client.exposures.flush()
              println("$command done")
            }
            "report" -> reporting(command) {
              val (count, length) = argument.split(" ").map { it.toInt() }
              repeat(count) { client.exposures.add("$it".padEnd(length, 'x'), mapOf("a" to "b")) }
              client.exposures.flush()
              println("$command done")
            }
          }
        }
        this@runBlocking.coroutineContext.cancelChildren()
      }
    }
    """#
}
