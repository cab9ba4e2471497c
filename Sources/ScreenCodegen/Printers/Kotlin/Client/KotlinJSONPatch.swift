/// The Kotlin that applies a JSON Patch.
enum KotlinJSONPatch {
  static let name = "JsonPatch.kt"

  static let imports = [
    "java.math.BigDecimal",
    "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonNull",
    "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** A JSON Patch (RFC 6902). */
    internal object JsonPatch {
      /** Returns a value after a patch. Throws [ContentException] when the patch cannot be applied. */
      fun apply(value: JsonElement, patch: JsonElement): JsonElement =
        (patch as? JsonArray ?: throw ContentException("a JSON Patch is an array")).fold(value, ::applied)

      private fun applied(value: JsonElement, operation: JsonElement): JsonElement {
        val path = tokens(member(operation, "path"))
        return when (val name = (member(operation, "op") as? JsonPrimitive)?.content) {
          "add" -> added(value, path, member(operation, "value"))
          "remove" -> removed(value, path)
          "replace" -> added(removed(value, path), path, member(operation, "value"))
          "move" -> {
            val from = tokens(member(operation, "from"))
            val moved = valueAt(value, from)
            // A value cannot move into itself (RFC 6902 §4.4).
            if (path.size > from.size && path.subList(0, from.size) == from) throw missing(path)
            added(removed(value, from), path, moved)
          }
          "copy" -> added(value, path, valueAt(value, tokens(member(operation, "from"))))
          "test" -> {
            if (!isEqual(valueAt(value, path), member(operation, "value"))) {
              throw ContentException("the test failed", pointer(path))
            }
            value
          }
          else -> throw ContentException("the operation $name is not known")
        }
      }

      private fun member(operation: JsonElement, name: String): JsonElement =
        (operation as? JsonObject)?.get(name) ?: throw ContentException("an operation has no \"$name\"")

      /** Returns the reference tokens of a JSON Pointer (RFC 6901). */
      private fun tokens(pointer: JsonElement): List<String> {
        val text = (pointer as? JsonPrimitive)?.takeIf { it.isString }?.content
        if (text == "") return emptyList()
        if (text == null || !text.startsWith("/")) throw ContentException("$pointer is not a JSON Pointer")
        return text.drop(1).split("/").map { it.replace("~1", "/").replace("~0", "~") }
      }

      private fun pointer(path: List<String>): String =
        path.joinToString("") { "/" + it.replace("~", "~0").replace("/", "~1") }

      private fun missing(path: List<String>) = ContentException("there is no such place", pointer(path))

      /** Returns an index of an array (RFC 6901 §4): digits without a leading zero. */
      private fun index(token: String, count: Int): Int? =
        token.takeIf { it == "0" || it.firstOrNull() in '1'..'9' && it.all { digit -> digit in '0'..'9' } }
          ?.toIntOrNull()?.takeIf { it < count }

      private fun child(parent: JsonElement, token: String): JsonElement? = when (parent) {
        is JsonArray -> index(token, parent.size)?.let(parent::get)
        is JsonObject -> parent[token]
        else -> null
      }

      private fun valueAt(value: JsonElement, path: List<String>): JsonElement =
        path.fold(value) { found, token -> child(found, token) ?: throw missing(path) }

      private fun added(value: JsonElement, path: List<String>, new: JsonElement): JsonElement =
        changed(value, path, { new }) { parent, token ->
          if (parent is JsonArray) {
            val index = if (token == "-") parent.size else index(token, parent.size + 1) ?: throw missing(path)
            JsonArray(parent.take(index) + new + parent.drop(index))
          } else {
            JsonObject(parent as JsonObject + (token to new))
          }
        }

      private fun removed(value: JsonElement, path: List<String>): JsonElement {
        valueAt(value, path)
        return changed(value, path, { JsonNull }) { parent, token ->
          if (parent is JsonArray) {
            JsonArray(parent.filterIndexed { index, _ -> index.toString() != token })
          } else {
            JsonObject(parent as JsonObject - token)
          }
        }
      }

      /** Returns the value with a change of the parent of the path's last token, an array or an object. */
      private fun changed(
        value: JsonElement, path: List<String>, root: () -> JsonElement, change: (JsonElement, String) -> JsonElement,
      ): JsonElement {
        val token = path.firstOrNull() ?: return root()
        if (value is JsonPrimitive) throw missing(path)
        if (path.size == 1) return change(value, token)
        val inner = changed(child(value, token) ?: throw missing(path), path.drop(1), root, change)
        return if (value is JsonArray) {
          JsonArray(value.mapIndexed { index, element -> if (index.toString() == token) inner else element })
        } else {
          JsonObject(value as JsonObject + (token to inner))
        }
      }

      /** Whether two values are equal as JSON: numbers by their values. */
      private fun isEqual(one: JsonElement, other: JsonElement): Boolean = when {
        one is JsonArray && other is JsonArray ->
          one.size == other.size && one.indices.all { isEqual(one[it], other[it]) }
        one is JsonObject && other is JsonObject ->
          one.keys == other.keys && one.all { (name, value) -> isEqual(value, other.getValue(name)) }
        one is JsonPrimitive && other is JsonPrimitive && !one.isString && !other.isString ->
          one == other || isEqual(one.content.toBigDecimalOrNull(), other.content.toBigDecimalOrNull())
        else -> one == other
      }

      private fun isEqual(one: BigDecimal?, other: BigDecimal?): Boolean =
        one != null && other != null && one.compareTo(other) == 0
    }
    """#
}
