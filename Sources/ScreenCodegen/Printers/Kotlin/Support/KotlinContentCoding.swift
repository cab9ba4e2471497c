/// The Kotlin that generated types decode and encode with.
enum KotlinContentCoding {
  static let name = "ContentCoding.kt"

  static let imports = [
    "kotlin.math.abs", "kotlinx.serialization.KSerializer", "kotlinx.serialization.SerializationException",
    "kotlinx.serialization.descriptors.SerialDescriptor", "kotlinx.serialization.encoding.Decoder",
    "kotlinx.serialization.encoding.Encoder", "kotlinx.serialization.json.JsonArray",
    "kotlinx.serialization.json.JsonDecoder", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonEncoder", "kotlinx.serialization.json.JsonNull",
    "kotlinx.serialization.json.JsonObject", "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /**
     * A JSON value that does not match its schema.
     *
     * [pointer] is the JSON Pointer (RFC 6901) of the value, relative to what was decoded.
     */
    public class ContentException(public val reason: String, public val pointer: String = "") :
      SerializationException(if (pointer.isEmpty()) reason else "$pointer: $reason")

    /** Decodes and encodes values of one type. It works with JSON alone. */
    public abstract class ContentSerializer<T> : KSerializer<T> {
      /**
       * Decodes a value. Throws [ContentException] when the JSON does not match the schema. Items inside it are
       * `{"id","viewType","content"}`, as [toJson] returns them; [Screen.decode] reads them in any wire format.
       */
      public fun fromJson(element: JsonElement): T = read(element, ItemReader.standalone())

      internal abstract fun read(element: JsonElement, items: ItemReader): T

      /** Returns a value as JSON. */
      public abstract fun toJson(value: T): JsonElement

      final override val descriptor: SerialDescriptor get() = JsonElement.serializer().descriptor

      final override fun deserialize(decoder: Decoder): T {
        val input = decoder as? JsonDecoder ?: throw SerializationException("a content can only be decoded from JSON")
        return fromJson(input.decodeJsonElement())
      }

      final override fun serialize(encoder: Encoder, value: T) {
        val output = encoder as? JsonEncoder ?: throw SerializationException("a content can only be encoded as JSON")
        output.encodeJsonElement(toJson(value))
      }
    }

    internal object JsonCoding : ContentSerializer<JsonElement>() {
      override fun read(element: JsonElement, items: ItemReader): JsonElement = element

      override fun toJson(value: JsonElement): JsonElement = value
    }

    internal object StringCoding : ContentSerializer<String>() {
      override fun read(element: JsonElement, items: ItemReader): String =
        if (element is JsonPrimitive && element.isString) element.content else throw mismatch("a string", element)

      override fun toJson(value: String): JsonElement = JsonPrimitive(value)
    }

    internal object BooleanCoding : ContentSerializer<Boolean>() {
      override fun read(element: JsonElement, items: ItemReader): Boolean = when {
        kind(element) != "a boolean" -> throw mismatch("a boolean", element)
        else -> (element as JsonPrimitive).content == "true"
      }

      override fun toJson(value: Boolean): JsonElement = JsonPrimitive(value)
    }

    /** Any number, with all of its digits. */
    internal object NumberCoding : ContentSerializer<JsonPrimitive>() {
      override fun read(element: JsonElement, items: ItemReader): JsonPrimitive =
        if (element is JsonPrimitive && kind(element) == "a number") element else throw mismatch("a number", element)

      override fun toJson(value: JsonPrimitive): JsonElement = value
    }

    internal object LongCoding : ContentSerializer<Long>() {
      override fun read(element: JsonElement, items: ItemReader): Long {
        val text = NumberCoding.read(element, items).content
        return text.toLongOrNull() ?: whole(text.toDouble()) ?: throw ContentException("expected an integer of 64 bits, found $text")
      }

      override fun toJson(value: Long): JsonElement = JsonPrimitive(value)
    }

    internal object DoubleCoding : ContentSerializer<Double>() {
      override fun read(element: JsonElement, items: ItemReader): Double {
        val text = NumberCoding.read(element, items).content
        return text.toDouble().takeIf { it.isFinite() } ?: throw ContentException("expected a number that a Double holds, found $text")
      }

      override fun toJson(value: Double): JsonElement {
        if (!value.isFinite()) throw ContentException("$value is not a number of JSON")
        return whole(value)?.let { JsonPrimitive(it) } ?: JsonPrimitive(value)
      }
    }

    internal class NullableCoding<T : Any>(private val value: ContentSerializer<T>) : ContentSerializer<T?>() {
      override fun read(element: JsonElement, items: ItemReader): T? = if (element is JsonNull) null else value.read(element, items)

      override fun toJson(value: T?): JsonElement = if (value == null) JsonNull else this.value.toJson(value)
    }

    internal class ListCoding<T>(private val element: ContentSerializer<T>) : ContentSerializer<List<T>>() {
      override fun read(element: JsonElement, items: ItemReader): List<T> {
        val elements = element as? JsonArray ?: throw mismatch("an array", element)
        return elements.mapIndexed { index, part -> at(index.toString(), items) { this.element.read(part, items) } }
      }

      override fun toJson(value: List<T>): JsonElement = JsonArray(value.map { element.toJson(it) })
    }

    internal class MapCoding<T>(private val value: ContentSerializer<T>) : ContentSerializer<Map<String, T>>() {
      override fun read(element: JsonElement, items: ItemReader): Map<String, T> {
        val members = element as? JsonObject ?: throw mismatch("an object", element)
        return members.mapValues { (name, part) -> at(name, items) { value.read(part, items) } }
      }

      override fun toJson(value: Map<String, T>): JsonElement = JsonObject(value.mapValues { this.value.toJson(it.value) })
    }

    /** Reads the members of an object. */
    internal class MemberReader(element: JsonElement, private val items: ItemReader) {
      private val members = element as? JsonObject ?: throw mismatch("an object", element)
      private val known = mutableSetOf<String>()

      fun <T> required(name: String, coding: ContentSerializer<T>): T {
        val member = element(name) ?: throw ContentException("the member \"$name\" is missing")
        return at(name, items) { coding.read(member, items) }
      }

      /** Returns null when the member is missing or null. */
      fun <T : Any> optional(name: String, coding: ContentSerializer<T>): T? = when (val member = element(name)) {
        null, JsonNull -> null
        else -> at(name, items) { coding.read(member, items) }
      }

      /** Returns null when the member is missing, null, or not an item. */
      fun optionalItem(name: String): ScreenItem? {
        val member = element(name) ?: return null
        return at(name, items) { items.innerItems(member).firstOrNull() }
      }

      fun element(name: String): JsonElement? {
        known.add(name)
        return members[name]
      }

      fun nulls(vararg names: String): Set<String> = names.filterTo(mutableSetOf()) { members[it] is JsonNull }

      /** Returns the members that were not read before. */
      fun <T> rest(coding: ContentSerializer<T>): Map<String, T> =
        members.filterKeys { it !in known }.mapValues { (name, part) -> at(name, items) { coding.read(part, items) } }
    }

    /** Collects the members of an object. */
    internal class MemberWriter {
      private val members = LinkedHashMap<String, JsonElement>()
      private val known = mutableSetOf<String>()

      fun <T> required(name: String, value: T, coding: ContentSerializer<T>) {
        known.add(name)
        members[name] = coding.toJson(value)
      }

      fun <T : Any> optional(name: String, value: T?, coding: ContentSerializer<T>, isNull: Boolean = false) {
        known.add(name)
        if (value != null) members[name] = coding.toJson(value) else if (isNull) members[name] = JsonNull
      }

      fun <T> rest(values: Map<String, T>, coding: ContentSerializer<T>) {
        for ((name, value) in values) if (name !in known) members[name] = coding.toJson(value)
      }

      fun toJson(): JsonElement = JsonObject(members)
    }

    /** Decodes a part of a value, and adds its step to the pointer of an exception. */
    private inline fun <T> at(step: String, items: ItemReader, body: () -> T): T {
      items.enter(step)
      try {
        return body()
      } catch (failure: ContentException) {
        throw ContentException(failure.reason, pointerStep(step) + failure.pointer)
      } finally {
        items.leave()
      }
    }

    /** Returns a step of a JSON Pointer (RFC 6901). */
    internal fun pointerStep(name: String): String = "/" + name.replace("~", "~0").replace("/", "~1")

    internal fun mismatch(expected: String, found: JsonElement, pointer: String = "") =
      ContentException("expected $expected, found ${kind(found)}", pointer)

    private fun kind(element: JsonElement): String = when (element) {
      is JsonObject -> "an object"
      is JsonArray -> "an array"
      is JsonNull -> "null"
      is JsonPrimitive -> when {
        element.isString -> "a string"
        element.content == "true" || element.content == "false" -> "a boolean"
        else -> "a number"
      }
    }

    /** The integers that a Double holds exactly (IEEE 754 binary64). */
    private const val MAXIMUM_WHOLE = 9007199254740992.0

    /** Returns the integer of a number; null when it is not one, or not exact. */
    internal fun whole(value: Double): Long? =
      if (value % 1.0 == 0.0 && abs(value) <= MAXIMUM_WHOLE) value.toLong() else null
    """#
}
