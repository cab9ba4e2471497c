/// The Kotlin that decodes the items of a screen, and those inside them.
enum KotlinItemReader {
  static let name = "ItemReader.kt"

  static let imports = [
    "kotlinx.serialization.json.JsonArray", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonNull", "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** Decodes the items of a screen, and those inside them. */
    internal class ItemReader(private val format: FormatPaths, private val name: String) {
      /** The parts of an item before its content is decoded. [content] is null when it is missing. */
      class Parts(val viewType: String, val id: String?, val content: ValuePath.Place?, val place: ValuePath.Place)

      val problems = mutableListOf<DecodingProblem>()

      /** The items by id, if the format sends them apart from their places. */
      val pool: Pool? = if (format.isFlat || isApart) Pool() else null

      private val ids = Identifiers()

      /** The known names of view types on the wire. */
      private val wireNames by lazy { format.item.names.wireNames(ViewContent.viewTypes) }

      /** The number of items around the current one. */
      private var depth = 0

      /** The JSON Pointer of the content that is being decoded. */
      private var pointer = ""

      /** The steps from that content to the value that is being decoded. */
      private var steps = mutableListOf<String>()

      private val isApart: Boolean
        get() = format.screen.items.hasItems && format.section?.items?.roots != null && !format.section.items.hasItems

      fun enter(step: String) {
        steps.add(step)
      }

      fun leave() {
        steps.removeAt(steps.size - 1)
      }

      fun problem(kind: DecodingProblem.Kind, place: ValuePath.Place, reason: String, viewType: String? = null) {
        val text = if (place.pointer.isEmpty()) reason else "${place.pointer}: $reason"
        problems.add(DecodingProblem(kind, viewType, text))
      }

      /** Splits a value into the parts of an item; returns null for a value that is not an item. [key] is the id of a member of an object. */
      fun parts(place: ValuePath.Place, key: String? = null): Parts? {
        val paths = format.item
        val sent = paths.viewType?.name(place, wireNames)
        if (paths.viewType != null && sent == null) return null
        val id = paths.id?.name(place, wireNames)?.text
        val content =
          if (paths.content == null) ValuePath.Place(JsonObject(emptyMap()), place.pointer)
          else paths.content.find(place, sent?.text, id, wireNames)
        // Items without a view type are of the only one that is known.
        val viewType = sent?.let { paths.names.viewType(it) } ?: ViewContent.viewTypes.singleOrNull() ?: ""
        return Parts(viewType, id ?: key, content, place)
      }

      /**
       * Calls a function with each item of a list or of an object. Returns false when it is absent. [skipsKnown] skips the
       * items of an object whose ids are in use.
       */
      fun forEachItem(
        paths: FormatPaths.ItemListPaths, place: ValuePath.Place, skipsKnown: Boolean, body: (Parts) -> Unit,
      ): Boolean {
        if (paths.list != null) {
          val list = paths.list.resolve(place) ?: return false
          list.elements.forEachIndexed { index, json -> item(ValuePath.Place(json, "${list.pointer}/$index"), null, body) }
          return true
        }
        val items = paths.byID?.resolve(place) ?: return false
        val names = items.members.keys
        val roots = roots(paths.roots, place)
        val order = if (roots == null) names.toList() else roots.filter { it in names }.distinct() + (names - roots.toSet()).sorted()
        for (name in order) {
          if (!skipsKnown || name !in ids) items.member(name)?.let { item(it, name, body) }
        }
        return true
      }

      /** The ids of the items at the top of a scope; null when the response does not have them. */
      fun roots(path: ValuePath?, place: ValuePath.Place): List<String>? =
        (path?.find(place)?.json as? JsonArray)?.filterIsInstance<JsonPrimitive>()?.filter { it.isString }?.map { it.content }

      private fun item(place: ValuePath.Place, key: String?, body: (Parts) -> Unit) {
        val parts = parts(place, key)
        if (parts == null) skip(place) else body(parts)
      }

      private fun skip(place: ValuePath.Place) {
        problem(
          DecodingProblem.Kind.ITEM_UNREADABLE, place,
          "the element is not an item of the wire format \"$name\" and was skipped",
        )
      }

      /** Returns the id that was sent, or `VIEWTYPE-n` with the next free number, as the server does. */
      fun identifier(parts: Parts): String {
        if (parts.id != null && ids.claim(parts.id)) return parts.id
        val id = ids.derive(parts.viewType)
        if (parts.id != null) {
          val reason = "the id \"${parts.id}\" is used twice; this item gets the id \"$id\""
          problem(DecodingProblem.Kind.REPEATED_ID, parts.place, reason, parts.viewType)
        }
        return id
      }

      fun decode(parts: Parts, id: String): ScreenItem {
        val viewType = parts.viewType
        val content = parts.content
        val unknown = ScreenItem(id, viewType, ViewContent.Unknown(viewType, content?.json ?: JsonNull))
        if (viewType !in ViewContent.viewTypes) {
          val isSent = format.item.viewType != null
          problem(
            DecodingProblem.Kind.UNKNOWN_VIEW_TYPE, parts.place,
            if (isSent) "the view type \"$viewType\" is not known"
            else "the wire format does not send the view type, and not exactly one is known",
            viewType,
          )
          return unknown
        }
        if (content == null) {
          problem(DecodingProblem.Kind.CONTENT_FAILED, parts.place, "the content is missing", viewType)
          return unknown
        }
        val count = problems.size
        val outerPointer = pointer
        val outerSteps = steps
        pointer = content.pointer
        steps = mutableListOf()
        return try {
          ScreenItem(id, viewType, ViewContent.of(viewType, content.json, this))
        } catch (failure: ContentException) {
          // The item is kept as JSON, with the items inside it.
          if (pool == null) problems.subList(count, problems.size).clear()
          val place = ValuePath.Place(content.json, content.pointer + failure.pointer)
          problem(DecodingProblem.Kind.CONTENT_FAILED, place, failure.reason, viewType)
          unknown
        } finally {
          pointer = outerPointer
          steps = outerSteps
        }
      }

      /** Decodes the items inside an item: a list, a single one, or null. */
      fun innerItems(json: JsonElement): List<ScreenItem> {
        if (depth >= MAXIMUM_DEPTH) throw ContentException("more than $MAXIMUM_DEPTH items are inside each other")
        depth += 1
        try {
          pool?.noteSlot()
          val place = ValuePath.Place(json, pointer + steps.joinToString("") { pointerStep(it) })
          if (json is JsonNull) return emptyList()
          if (json is JsonArray) {
            return json.mapIndexedNotNull { index, element -> innerItem(ValuePath.Place(element, "${place.pointer}/$index")) }
          }
          if (json !is JsonObject && (pool == null || ValuePath.kindOf(json) != ValuePath.Kind.STRING)) {
            throw mismatch("a list of items or an item", json)
          }
          return listOfNotNull(innerItem(place))
        } finally {
          depth -= 1
        }
      }

      private fun innerItem(place: ValuePath.Place): ScreenItem? {
        val id = (place.json as? JsonPrimitive)?.takeIf { it.isString }?.content
        if (pool != null && id != null) {
          val reason = pool.take(id)
          if (reason != null) {
            problem(DecodingProblem.Kind.ITEM_UNREADABLE, place, reason)
            return null
          }
          decodePooled(id)
          return pool.item(id)
        }
        val parts = parts(place)
        if (parts == null) skip(place)
        return parts?.let { decode(it, identifier(it)) }
      }

      /** Decodes an item of the pool, once. */
      fun decodePooled(id: String) {
        val parts = pool?.begin(id) ?: return
        pool.end(id, decode(parts, id))
      }

      /** Unique ids within one screen. */
      class Identifiers {
        private val taken = mutableSetOf<String>()
        private val counts = mutableMapOf<String, Int>()

        operator fun contains(id: String): Boolean = id in taken

        /** Returns false when the id is in use. */
        fun claim(id: String): Boolean = taken.add(id)

        fun derive(name: String): String {
          while (true) {
            val number = (counts[name] ?: 0) + 1
            counts[name] = number
            if (claim("$name-$number")) return "$name-$number"
          }
        }
      }

      /** The items of a screen by id, for wire formats that send items apart from the places where they belong. */
      class Pool {
        /** The parts of all items, in the order of the response. */
        private val parts = LinkedHashMap<String, Parts>()
        private val items = mutableMapOf<String, ScreenItem>()

        /** The item that each item is inside, if a content has declared that place. */
        private val parents = mutableMapOf<String, String>()

        /** The items whose contents have declared places for items. */
        private val declaring = mutableSetOf<String>()

        /** The items that are being decoded, the innermost last. */
        private val current = mutableListOf<String>()

        val ids: Set<String> get() = parts.keys

        fun add(parts: Parts, id: String) {
          this.parts[id] = parts
        }

        fun item(id: String): ScreenItem? = items[id]

        /** Begins to decode an item. Returns null when it is decoded, or being decoded. */
        fun begin(id: String): Parts? {
          if (id in items || id in current) return null
          return parts[id]?.also { current.add(id) }
        }

        fun end(id: String, item: ScreenItem) {
          items[id] = item
          current.removeAt(current.size - 1)
        }

        fun noteSlot() {
          current.lastOrNull()?.let { declaring.add(it) }
        }

        /** Puts an item inside the current one. Returns the reason when that is not possible. */
        fun take(id: String): String? {
          if (id !in parts) return "the response has no item with the id \"$id\""
          if (id in current) return "the item \"$id\" is inside itself"
          parents[id]?.let { return "the item \"$id\" is inside \"$it\" already" }
          current.lastOrNull()?.let { parents[id] = it }
          return null
        }

        /**
         * Returns the ids of the items that no other item refers to.
         *
         * A content that declares its places for items refers to those. Of other contents each string that is an id counts.
         * Items that are only inside each other are reached from the first of them.
         */
        fun top(): Set<String> {
          val children = mutableMapOf<String, MutableList<String>>()
          for ((id, item) in parts) {
            parents[id]?.let { children.getOrPut(it) { mutableListOf() }.add(id) }
            if (id in declaring) continue
            references(item.content?.json ?: JsonNull).filterTo(children.getOrPut(id) { mutableListOf() }) {
              it != id && it !in parents
            }
          }
          val inside = children.values.flatten().toSet()
          val top = ids.filterTo(mutableSetOf()) { it !in inside }
          val reached = mutableSetOf<String>()
          fun reach(start: String) {
            val rest = mutableListOf(start)
            while (rest.isNotEmpty()) {
              val id = rest.removeAt(rest.size - 1)
              if (reached.add(id)) rest.addAll(children[id].orEmpty())
            }
          }
          top.forEach { reach(it) }
          for (id in ids) {
            if (id in reached) continue
            top.add(id)
            reach(id)
          }
          return top
        }

        private fun references(json: JsonElement): List<String> = when (json) {
          is JsonObject -> json.values.flatMap { references(it) }
          is JsonArray -> json.flatMap { references(it) }
          is JsonPrimitive -> listOfNotNull(json.content.takeIf { json.isString && it in parts })
        }
      }

      companion object {
        /** The largest number of items around an item. The server allows 32. */
        private const val MAXIMUM_DEPTH = 64

        private val standaloneFormat = FormatPaths.of(
          list = listOf("items"), viewType = listOf("viewType"), content = listOf("content"), id = listOf("id"),
          screenName = null, section = null,
        )

        /** Returns a reader of items outside of a screen, each as `{"id","viewType","content"}`. */
        fun standalone(): ItemReader = ItemReader(standaloneFormat, "screen")
      }
    }

    /** The items inside a content: a list. */
    internal object ItemListCoding : ContentSerializer<List<ScreenItem>>() {
      override fun read(element: JsonElement, items: ItemReader): List<ScreenItem> = items.innerItems(element)

      override fun toJson(value: List<ScreenItem>): JsonElement = JsonArray(value.map { ItemCoding.toJson(it) })
    }

    /** The only item at a place of a content. */
    internal object ItemCoding : ContentSerializer<ScreenItem>() {
      override fun read(element: JsonElement, items: ItemReader): ScreenItem =
        items.innerItems(element).firstOrNull() ?: throw ContentException("expected an item")

      override fun toJson(value: ScreenItem): JsonElement = JsonObject(
        mapOf(
          "id" to JsonPrimitive(value.id), "viewType" to JsonPrimitive(value.viewType),
          "content" to ViewContent.toJson(value.content),
        ),
      )
    }
    """#
}
