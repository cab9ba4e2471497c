/// The Kotlin that reads a screen in any wire format.
enum KotlinScreenReader {
  static let name = "ScreenReader.kt"

  static let imports = [
    "kotlinx.serialization.json.JsonArray", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonObject", "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** Reads one screen. */
    internal class ScreenReader(private val format: WireFormat) {
      private val problems = mutableListOf<String>()
      private val counts = mutableMapOf<String, Int>()
      private val ids = mutableSetOf<String>()

      fun read(json: JsonElement): Screen {
        val list = list(json, format.list, "")
        val section = format.section
        val sections = if (section == null) {
          listOf(ScreenSection(null, null, null, items(list, pointer(format.list))))
        } else {
          list.mapIndexed { index, part ->
            val path = "${pointer(format.list)}/$index"
            val items = items(list(part, section.items, path), path + pointer(section.items))
            ScreenSection(text(part, section.id), text(part, section.header), text(part, section.footer), items)
          }
        }
        return Screen(text(json, format.screenName), sections, problems)
      }

      private fun list(json: JsonElement, path: List<String>, start: String): JsonArray =
        value(json, path) as? JsonArray
          ?: throw ContentException("expected the array of the wire format \"${format.name}\"", start + pointer(path))

      private fun items(list: JsonArray, pointer: String): List<ScreenItem> =
        list.mapIndexedNotNull { index, part -> item(part, "$pointer/$index") }

      private fun item(json: JsonElement, pointer: String): ScreenItem? {
        val viewType = text(json, format.viewType)
        val content = value(json, format.content)
        if (viewType == null || content == null) {
          problems.add("$pointer: the element is not an item of the wire format \"${format.name}\" and was skipped")
          return null
        }
        val id = id(text(json, format.id), viewType)
        return ScreenItem(id, viewType, decode(viewType, content, pointer))
      }

      private fun decode(viewType: String, content: JsonElement, pointer: String): ViewContent {
        val path = pointer + pointer(format.content)
        try {
          val decoded = ViewContent.of(viewType, content)
          if (decoded is ViewContent.Unknown) problems.add("$path: the view type \"$viewType\" is not known")
          return decoded
        } catch (failure: ContentException) {
          problems.add("$path${failure.pointer}: ${failure.reason}")
          return ViewContent.Unknown(viewType, content)
        }
      }

      /** Returns the id that was sent, or `VIEWTYPE-n` with the next free number, as the server does. */
      private fun id(sent: String?, viewType: String): String {
        if (sent != null && ids.add(sent)) return sent
        while (true) {
          val number = (counts[viewType] ?: 0) + 1
          counts[viewType] = number
          if (ids.add("$viewType-$number")) return "$viewType-$number"
        }
      }

      private fun value(json: JsonElement, path: List<String>): JsonElement? =
        path.fold(json as JsonElement?) { value, name -> (value as? JsonObject)?.get(name) }

      private fun text(json: JsonElement, path: List<String>?): String? {
        val value = value(json, path ?: return null) as? JsonPrimitive
        return if (value != null && value.isString) value.content else null
      }

      private fun pointer(path: List<String>): String =
        path.joinToString("") { "/" + it.replace("~", "~0").replace("/", "~1") }
    }
    """#
}
