/// The Kotlin class that learns of a crash after a screen.
enum KotlinCrashLog {
  static let name = "CrashLog.kt"

  static let imports = [
    "java.io.File",
    "kotlinx.coroutines.Dispatchers",
    "kotlinx.coroutines.sync.Mutex",
    "kotlinx.coroutines.sync.withLock",
    "kotlinx.coroutines.withContext",
    "kotlinx.serialization.json.Json",
    "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
    "kotlinx.serialization.json.buildJsonObject",
    "kotlinx.serialization.json.int",
    "kotlinx.serialization.json.jsonArray",
    "kotlinx.serialization.json.jsonObject",
    "kotlinx.serialization.json.jsonPrimitive",
    "kotlinx.serialization.json.put",
  ]

  static let text = #"""
    /**
     * A file with a breadcrumb for each screen that the app begins to show. A breadcrumb that the next start finds is a
     * crash: the app did not live until the screen had settled.
     *
     * Without a usable file, the client learns of no crash.
     */
    internal class CrashLog(private val file: File) {
      /** A version that is shown and has not settled. [token] is null outside of a guarded publication. */
      private class Breadcrumb(val version: Int, val token: String?)

      /** The crashes after one version of a screen, in a row. */
      private class Crashes(val version: Int, val count: Int)

      private val lock = Mutex()
      private var isRead = false

      /** By route. */
      private val breadcrumbs = mutableMapOf<String, Breadcrumb>()

      /** By route. */
      private val crashes = mutableMapOf<String, Crashes>()

      /** The tokens of crashes whose reports have not been sent, by the rollout. */
      private val unreported = mutableMapOf<String, String>()

      suspend fun unreportedTokens(): List<String> = locked { unreported.values.toList() }

      /** The version of a screen after which the app has crashed too often. */
      suspend fun avoidedVersion(route: String): Int? = locked {
        crashes[route]?.takeIf { it.count >= AVOIDED_CRASHES }?.version
      }

      suspend fun add(route: String, version: Int, token: String?) = change {
        breadcrumbs[route] = Breadcrumb(version, token)
      }

      suspend fun remove(route: String) = change { breadcrumbs.remove(route) }

      suspend fun removeAll() = change { breadcrumbs.clear() }

      /** The screen was shown for a while without a crash. */
      suspend fun settle(route: String) = change {
        breadcrumbs.remove(route)
        crashes.remove(route)
      }

      suspend fun didReport(tokens: Set<String>) {
        if (locked { unreported.values.any { it in tokens } }) change { unreported.values.removeAll(tokens) }
      }

      private suspend fun <T> locked(body: () -> T): T = withContext(Dispatchers.IO) {
        lock.withLock {
          if (!isRead) {
            isRead = true
            read()
          }
          body()
        }
      }

      private suspend fun change(body: () -> Unit) {
        locked {
          body()
          write()
        }
      }

      private fun read() {
        try {
          val json = Json.parseToJsonElement(file.readText()).jsonObject
          for (token in json.getValue("unreported").jsonArray) noteUnreported(token.jsonPrimitive.content)
          for ((route, entry) in json.getValue("crashes").jsonObject) {
            crashes[route] = Crashes(number(entry, "version"), number(entry, "count"))
          }
          for ((route, entry) in json.getValue("breadcrumbs").jsonObject) {
            val version = number(entry, "version")
            val count = crashes[route]?.takeIf { it.version == version }?.count ?: 0
            crashes[route] = Crashes(version, minOf(count + 1, AVOIDED_CRASHES))
            entry.jsonObject["token"]?.let { noteUnreported(it.jsonPrimitive.content) }
          }
          write()
        } catch (_: Exception) {
          // There is no file at the first start. Another program may have written it.
        }
      }

      private fun noteUnreported(token: String) {
        unreported[ScreenReport.rollout(token)] = token
      }

      private fun write() {
        val json = buildJsonObject {
          put(
            "breadcrumbs",
            JsonObject(
              breadcrumbs.mapValues { (_, one) -> entry(one.version, "token", one.token?.let { JsonPrimitive(it) }) },
            ),
          )
          put(
            "crashes",
            JsonObject(crashes.mapValues { (_, one) -> entry(one.version, "count", JsonPrimitive(one.count)) }),
          )
          put("unreported", JsonArray(unreported.values.map { JsonPrimitive(it) }))
        }
        try {
          // A crash while it is written must not cost the earlier ones.
          val new = File(file.path + ".new")
          new.writeText(json.toString())
          // Windows does not replace a file.
          if (!new.renameTo(file) && file.delete()) new.renameTo(file)
        } catch (_: Exception) {
          // A full disk costs the report, not the screen.
        }
      }

      private fun entry(version: Int, name: String, value: JsonPrimitive?): JsonElement = buildJsonObject {
        put("version", version)
        value?.let { put(name, it) }
      }

      private fun number(json: JsonElement, name: String): Int = json.jsonObject.getValue(name).jsonPrimitive.int

      private companion object {
        /** The number of crashes in a row after which the client avoids a version. One can have another reason. */
        const val AVOIDED_CRASHES = 2
      }
    }
    """#
}
