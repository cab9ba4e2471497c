/// The Kotlin that follows a path through the JSON of a response.
enum KotlinValuePath {
  static let name = "ValuePath.kt"

  static let imports = [
    "kotlinx.serialization.json.JsonArray", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonNull", "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** The path from a JSON value to a value inside it. */
    internal class ValuePath(val steps: List<Step>) {
      /** A value of a response, with its JSON Pointer (RFC 6901). */
      class Place(val json: JsonElement, val pointer: String) {
        /** The members of an object. Throws [ContentException] for another value. */
        val members: JsonObject get() = json as? JsonObject ?: throw mismatch("an object", json, pointer)

        /** The elements of an array. Throws [ContentException] for another value. */
        val elements: JsonArray get() = json as? JsonArray ?: throw mismatch("an array", json, pointer)

        fun member(name: String): Place? = members[name]?.let { Place(it, pointer + pointerStep(name)) }

        fun element(index: Int): Place? = elements.getOrNull(index)?.let { Place(it, "$pointer/$index") }
      }

      sealed interface Step {
        class Member(val name: String) : Step

        class Element(val index: Int, val elements: List<TemplateElement>) : Step

        /** A member of an object, or an element of an array. */
        class Token(val token: String) : Step

        /** The member whose name is the text of a placeholder. */
        class Named(val place: NamePlace, val placeholder: String) : Step

        /** The name of that member. Always the last step. */
        class Name(val place: NamePlace, val placeholder: String) : Step
      }

      enum class Kind { NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT }

      /** An element of an array of a template: what can be sent for it. [kinds] is null when any value can be. */
      class TemplateElement(private val kinds: Set<Kind>?, val mayBeAbsent: Boolean) {
        fun accepts(kind: Kind): Boolean = kinds == null || kind in kinds
      }

      /** A view type or an id in a response: a text, a number, or the name of a member. */
      class SentName(val text: String, val isText: Boolean = true, val isNumber: Boolean = true)

      /** An object of a template that has members whose names are not known in advance. */
      class NamePlace(val fixed: Set<String>, val placeholders: Set<String>) {
        /** Returns the member's name that was sent for a placeholder; null when it is ambiguous. */
        fun name(placeholder: String, members: JsonObject, types: Set<String>): String? {
          val names = members.keys.filter { it !in fixed }
          if (names.size <= 1) return names.firstOrNull()
          if (placeholder == "viewType") return names.filter { it in types }.singleOrNull()
          if ("viewType" !in placeholders) return null
          val viewType = name("viewType", members, types)
          return names.filter { it != viewType }.singleOrNull()
        }

        /** Returns the members of an object without those that the template names. */
        fun rest(json: JsonElement, names: Collection<String?>): JsonElement =
          if (json is JsonObject) JsonObject(json.filterKeys { it !in fixed && it !in names }) else json
      }

      /** Whether the position in each array is known whatever is absent. */
      val isCertain: Boolean
        get() = steps.filterIsInstance<Step.Element>().all { step ->
          step.elements.take(step.index).none { it.mayBeAbsent } || step.elements.drop(step.index + 1).none { it.mayBeAbsent }
        }

      operator fun plus(other: ValuePath): ValuePath = ValuePath(steps + other.steps)

      /** Returns the value at the end; null when it is absent. Throws [ContentException] when a value is of another kind. */
      fun resolve(start: Place, types: Set<String> = emptySet()): Place? {
        var place = start
        for (step in steps) place = follow(step, place, types) ?: return null
        return place
      }

      /** Returns the value at the end; null when there is none. */
      fun find(start: Place, types: Set<String> = emptySet()): Place? = try {
        resolve(start, types)
      } catch (failure: ContentException) {
        null
      }

      /** Returns the string at the end. */
      fun text(start: Place): String? = (find(start)?.json as? JsonPrimitive)?.takeIf { it.isString }?.content

      /** Returns the view type or id at the end: a string, a number, or the name of a member. */
      fun name(start: Place, types: Set<String> = emptySet()): SentName? {
        val last = steps.lastOrNull()
        if (last is Step.Name) {
          val members = ValuePath(steps.dropLast(1)).find(start, types)?.json as? JsonObject ?: return null
          return last.place.name(last.placeholder, members, types)?.let { SentName(it) }
        }
        val json = find(start, types)?.json as? JsonPrimitive ?: return null
        return when (kindOf(json)) {
          Kind.STRING -> SentName(json.content, isNumber = false)
          Kind.NUMBER -> SentName(numberText(json), isText = false)
          else -> null
        }
      }

      private fun follow(step: Step, place: Place, types: Set<String>): Place? = when (step) {
        is Step.Member -> place.member(step.name)
        is Step.Token -> if (place.json is JsonArray) step.token.toIntOrNull()?.let { place.element(it) } else place.member(step.token)
        is Step.Named -> step.place.name(step.placeholder, place.members, types)?.let { place.member(it) }
        is Step.Element -> sentIndex(step, place.elements)?.let { place.element(it) }
        is Step.Name -> null
      }

      /**
       * Returns the index of an element of the template in an array that was sent, where absent elements are left out; null
       * when it is absent, or when the index is ambiguous.
       */
      private fun sentIndex(step: Step.Element, sent: JsonArray): Int? {
        // Nothing is absent, so the kinds do not matter.
        if (sent.size == step.elements.size) return step.index
        if (sent.size > step.elements.size) return null
        val kinds = sent.map { kindOf(it) }
        val element = step.elements[step.index]
        val before = reachable(step.elements.take(step.index), kinds)
        val after = reachable(step.elements.drop(step.index + 1).reversed(), kinds.reversed())
        val index = sent.indices.singleOrNull { element.accepts(kinds[it]) && it in before && sent.size - 1 - it in after }
        return if (element.mayBeAbsent && before.any { sent.size - it in after }) null else index
      }

      /** Returns the numbers of sent elements that some elements of the template can account for. */
      private fun reachable(elements: List<TemplateElement>, sent: List<Kind>): Set<Int> =
        elements.fold(setOf(0)) { counts, element ->
          val next = if (element.mayBeAbsent) counts.toMutableSet() else mutableSetOf()
          counts.filter { it < sent.size && element.accepts(sent[it]) }.mapTo(next) { it + 1 }
          next
        }

      companion object {
        fun ofMembers(names: List<String>): ValuePath = ValuePath(names.map { Step.Member(it) })

        /** Returns the path of a JSON Pointer (RFC 6901); null for other texts, and for the empty pointer. */
        fun ofPointer(pointer: String): ValuePath? {
          if (!pointer.startsWith("/")) return null
          return ValuePath(pointer.drop(1).split("/").map { Step.Token(it.replace("~1", "/").replace("~0", "~")) })
        }

        fun kindOf(json: JsonElement): Kind = when (json) {
          is JsonObject -> Kind.OBJECT
          is JsonArray -> Kind.ARRAY
          is JsonNull -> Kind.NULL
          is JsonPrimitive -> when {
            json.isString -> Kind.STRING
            json.content == "true" || json.content == "false" -> Kind.BOOLEAN
            else -> Kind.NUMBER
          }
        }

        /** Returns the same text for numbers of the same value. */
        fun numberText(json: JsonPrimitive): String {
          val number = json.content.toDoubleOrNull() ?: return json.content
          return json.content.toLongOrNull()?.toString() ?: whole(number)?.toString() ?: number.toString()
        }
      }
    }
    """#
}
