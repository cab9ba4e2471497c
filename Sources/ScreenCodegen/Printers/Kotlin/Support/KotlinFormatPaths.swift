/// The Kotlin that finds the parts of a screen in the templates of a wire format.
enum KotlinFormatPaths {
  static let name = "FormatPaths.kt"

  static let imports = [
    "kotlinx.serialization.json.JsonArray", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonNull", "kotlinx.serialization.json.JsonObject",
    "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** Where the parts of a screen are in the JSON of a wire format. */
    internal class FormatPaths(
      val screen: ScreenPaths,
      val section: SectionPaths?,
      val item: ItemPaths,
      /** Whether items inside others are sent in the lists of all items, and their ids in their places. */
      val isFlat: Boolean,
    ) {
      /** Whether only the order of an object's members says in which order its items are. */
      val isOrderedByMembers: Boolean get() = screen.items.isOrderedByMembers || section?.items?.isOrderedByMembers == true

      class ScreenPaths(
        /** The sources of the sections, in the order of the template. */
        val lists: List<Source>,
        val items: ItemListPaths,
        val values: ValuesPaths,
        val screenName: ValuePath?,
      ) {
        val hasSections: Boolean get() = lists.any { it is Source.Sections }
      }

      /** A source of sections. */
      sealed interface Source {
        /** `$sections`. */
        class Sections(val path: ValuePath) : Source

        /** The items that are in no section of their own. */
        data object Items : Source

        /** One section. */
        class Section(val id: String, val path: ValuePath, val isSingle: Boolean) : Source
      }

      class SectionPaths(
        val items: ItemListPaths,
        val values: ValuesPaths,
        val id: ValuePath?,
        val header: ValuePath?,
        val footer: ValuePath?,
      )

      /** The paths to the items of a screen or a section: an array, an object by id, and the ids at the top. */
      class ItemListPaths(val list: ValuePath? = null, val byID: ValuePath? = null, val roots: ValuePath? = null) {
        val hasItems: Boolean get() = list != null || byID != null
        val isOrderedByMembers: Boolean get() = list == null && byID != null && roots == null
      }

      class ItemPaths(val viewType: ValuePath?, val content: ContentPath?, val id: ValuePath?, val names: TypeNames)

      /** The path to the content of an item, or to the object that has its members. */
      class ContentPath(val path: ValuePath, private val spread: ValuePath.NamePlace? = null) {
        /** Returns the content; null when it is absent. */
        fun find(item: ValuePath.Place, viewType: String?, id: String?, types: Set<String>): ValuePath.Place? {
          val place = path.find(item, types)
          if (place == null || spread == null) return place
          val names = listOf(
            viewType.takeIf { "viewType" in spread.placeholders }, id.takeIf { "id" in spread.placeholders },
          )
          return ValuePath.Place(spread.rest(place.json, names), place.pointer)
        }
      }

      /** What view types are called on the wire. Others are called as in definitions. */
      class TypeNames(names: Map<String, JsonPrimitive> = emptyMap()) {
        private val texts = names.filterValues { it.isString }.entries.associate { it.value.content to it.key }
        private val numbers =
          names.filterValues { !it.isString }.entries.associate { ValuePath.numberText(it.value) to it.key }
        private val sent = names.mapValues { if (it.value.isString) it.value.content else ValuePath.numberText(it.value) }

        /** Returns the names on the wire of these view types, and of those with a name of their own. */
        fun wireNames(viewTypes: Set<String>): Set<String> = viewTypes.mapTo(sent.values.toMutableSet()) { sent[it] ?: it }

        /** Returns the view type with a name on the wire. */
        fun viewType(name: ValuePath.SentName): String =
          texts[name.text].takeIf { name.isText } ?: numbers[name.text].takeIf { name.isNumber } ?: name.text
      }

      /** The paths to the values of a screen or a section. */
      class ValuesPaths(private val uses: List<TemplateUse> = emptyList()) {
        /** Returns the values that are sent. */
        fun read(start: ValuePath.Place): JsonObject {
          val tree = ValueTree()
          for (use in uses) {
            val value = value(use, start)
            if (value != null && !(use.isNullable && value is JsonNull)) tree.insert(value, use.path)
          }
          return tree.json() as? JsonObject ?: JsonObject(emptyMap())
        }

        private fun value(use: TemplateUse, start: ValuePath.Place): JsonElement? {
          val json = use.steps.find(start)?.json
          val spread = use.spread ?: return json
          if (json !is JsonObject) return null
          // An absent value has no members here.
          return spread.rest(json, spread.placeholders.map { spread.name(it, json, emptySet()) })
            .takeIf { it is JsonObject && it.isNotEmpty() }
        }
      }

      /** Values from several places of a response. */
      private class ValueTree {
        private var value: JsonElement? = null
        private val children = LinkedHashMap<String, ValueTree>()

        fun insert(value: JsonElement, path: List<String>) {
          if (path.isEmpty()) {
            this.value = this.value?.let { filled(it, value) } ?: value
          } else {
            children.getOrPut(path[0]) { ValueTree() }.insert(value, path.drop(1))
          }
        }

        fun json(): JsonElement {
          val value = value
          if (children.isEmpty() && value != null) return value
          val members = JsonObject(children.mapValues { it.value.json() })
          return if (value == null) members else filled(value, members)
        }

        /** Returns a value with the members that only the other one has, at any depth. */
        private fun filled(own: JsonElement, other: JsonElement): JsonElement {
          if (own !is JsonObject || other !is JsonObject) return own
          return JsonObject(own + other.mapValues { (name, value) -> own[name]?.let { filled(it, value) } ?: value })
        }
      }

      /** A `"$name"` where it stands in a template, such as `$values.bar.title` or `$items.body?`. */
      class TemplateUse(
        val placeholder: String,
        val path: List<String>,
        val isNullable: Boolean,
        val steps: ValuePath = ValuePath(emptyList()),
        /** The object among whose members the value's members are sent; null for other values. */
        val spread: ValuePath.NamePlace? = null,
      ) {
        fun at(steps: List<ValuePath.Step>, spread: ValuePath.NamePlace? = null): TemplateUse =
          TemplateUse(placeholder, path, isNullable, ValuePath(steps), spread)

        val element: ValuePath.TemplateElement
          get() {
            val kinds = when (placeholder) {
              "version" -> setOf(ValuePath.Kind.NUMBER)
              "viewType" -> setOf(ValuePath.Kind.STRING, ValuePath.Kind.NUMBER)
              "items", "roots", "sections" -> setOf(ValuePath.Kind.ARRAY)
              "itemsByID" -> setOf(ValuePath.Kind.OBJECT)
              "values" -> if (path.isEmpty()) setOf(ValuePath.Kind.OBJECT) else null
              "item", "page", "content" -> null
              else -> setOf(ValuePath.Kind.STRING)
            }
            if (isNullable) return ValuePath.TemplateElement(kinds?.plus(ValuePath.Kind.NULL), false)
            val mayBeAbsent = when (placeholder) {
              "experiment", "variant", "header", "footer", "id", "values", "item" -> true
              // The last page has neither.
              "page" -> path[0] == "next" || path[0] == "cursor"
              else -> false
            }
            return ValuePath.TemplateElement(kinds, mayBeAbsent)
          }

        companion object {
          /** Reads a text after its `$`; returns null when it is not a placeholder. */
          fun of(text: String): TemplateUse? {
            val whole = text.removeSuffix("?")
            val placeholder = whole.substringBefore(".")
            val rest = if ("." in whole) whole.substringAfter(".") else null
            val path = when (placeholder) {
              "values", "page" -> rest?.split(".") ?: emptyList()
              // The ids of sections can have dots.
              "items", "item" -> listOfNotNull(rest)
              else -> if (rest == null) emptyList() else return null
            }
            val needsPath = placeholder == "page" || placeholder == "item"
            if (placeholder !in all || placeholder == "values" && "" in path || needsPath && path.isEmpty()) return null
            return TemplateUse(placeholder, path, text.endsWith("?"))
          }
        }
      }

      /** The placeholders of a template, in its order. */
      private class TemplateUses(template: JsonElement, private val allowed: Set<String>) {
        val uses = mutableListOf<TemplateUse>()

        init {
          visit(template, emptyList())
        }

        /** The path to a value; of several, one that leads there whatever is absent. */
        fun path(placeholder: String, id: String? = null): ValuePath? {
          val paths = uses.filter { it.placeholder == placeholder && it.path.firstOrNull() == id && it.spread == null }
            .map { it.steps }
          return paths.firstOrNull { it.isCertain } ?: paths.firstOrNull()
        }

        fun itemLists() = ItemListPaths(path("items"), path("itemsByID"), path("roots"))

        fun values() = ValuesPaths(uses.filter { it.placeholder == "values" })

        private fun visit(template: JsonElement, steps: List<ValuePath.Step>) {
          when (template) {
            is JsonObject -> visitMembers(template, steps)
            is JsonArray -> {
              val elements = template.map { placeholder(it)?.element ?: ValuePath.TemplateElement(setOf(ValuePath.kindOf(it)), false) }
              template.forEachIndexed { index, element -> visit(element, steps + ValuePath.Step.Element(index, elements)) }
            }
            is JsonPrimitive -> if (template.isString) use(template.content)?.let { uses.add(it.at(steps)) }
          }
        }

        private fun placeholder(template: JsonElement): TemplateUse? =
          (template as? JsonPrimitive)?.takeIf { it.isString }?.let { placeholderName(it.content) }?.let { TemplateUse.of(it) }

        private fun visitMembers(template: JsonObject, steps: List<ValuePath.Step>) {
          val names = template.keys.filter { it != "..." }
          val named = names.mapNotNull { name -> use(name, isName = true)?.let { name to it } }.toMap()
          val fixed = names.filter { it !in named }.mapTo(mutableSetOf()) { literal(it) }
          val place = ValuePath.NamePlace(fixed, named.values.mapTo(mutableSetOf()) { it.placeholder })
          for ((name, value) in template) {
            val use = named[name]
            if (name == "...") {
              uses.add(spread(value).at(steps, place))
            } else if (use != null) {
              uses.add(use.at(steps + ValuePath.Step.Name(place, use.placeholder)))
              visit(value, steps + ValuePath.Step.Named(place, use.placeholder))
            } else {
              visit(value, steps + ValuePath.Step.Member(literal(name)))
            }
          }
        }

        private fun spread(value: JsonElement): TemplateUse {
          val use = if (value is JsonPrimitive && value.isString) use(value.content) else null
          require(use != null && !use.isNullable && (use.placeholder == "content" || use.placeholder == "values")) {
            "\"...\" must be \"\$content\" or \"\$values\""
          }
          return use
        }

        /** Reads a string or a member's name as a placeholder; returns null for plain text. */
        private fun use(text: String, isName: Boolean = false): TemplateUse? {
          val use = TemplateUse.of(placeholderName(text) ?: return null)
          val isAllowed = use != null && use.placeholder in allowed &&
            (!isName || !use.isNullable && (use.placeholder == "id" || use.placeholder == "viewType"))
          require(isAllowed) { "\"$text\" is not a placeholder here" }
          return use
        }

        /** Returns the text after the `$` of a placeholder; null for other texts, and for `$$`. */
        private fun placeholderName(text: String): String? =
          if (text.startsWith("$") && !text.startsWith("$$")) text.drop(1) else null

        /** Returns the text that is sent for a member's name: `$$x` is `$x`. */
        private fun literal(text: String): String = Regex("\\$+").replace(text) { match ->
          val rest = Regex("[A-Za-z0-9_]*").matchAt(text, match.range.last + 1)?.value
          val isEscape = match.value.length > 1 && (match.range.first == 0 || rest in all)
          if (isEscape) match.value.drop(1) else match.value
        }
      }

      companion object {
        private val common = setOf("screenName", "route", "version", "experiment", "variant")
        private val ofScreens = common + setOf("items", "item", "itemsByID", "roots", "sections", "values", "page")
        private val ofSections = common + setOf("items", "itemsByID", "roots", "id", "header", "footer", "values")
        private val ofItems = common + setOf("id", "viewType", "content")
        private val all = ofScreens + ofSections + ofItems
        private val members =
          setOf("\$schema", "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting")

        /** Returns the paths of a wire format. Throws IllegalArgumentException for another document. */
        fun of(name: String, document: JsonElement): FormatPaths = try {
          of(requireNotNull(document as? JsonObject) { "expected an object" })
        } catch (failure: IllegalArgumentException) {
          throw IllegalArgumentException("\"$name\" is not a wire format: ${failure.message}", failure)
        }

        /** Returns the paths of a wire format whose parts are members of objects. */
        fun of(
          list: List<String>, viewType: List<String>, content: List<String>, id: List<String>?, screenName: List<String>?,
          section: SectionFormat?,
        ): FormatPaths {
          fun path(names: List<String>?) = names?.let { ValuePath.ofMembers(it) }
          val items = ValuePath.ofMembers(list)
          return FormatPaths(
            if (section == null) {
              ScreenPaths(listOf(Source.Items), ItemListPaths(items), ValuesPaths(), path(screenName))
            } else {
              ScreenPaths(listOf(Source.Sections(items)), ItemListPaths(), ValuesPaths(), path(screenName))
            },
            section?.let {
              SectionPaths(ItemListPaths(path(it.items)), ValuesPaths(), path(it.id), path(it.header), path(it.footer))
            },
            ItemPaths(path(viewType), ContentPath(ValuePath.ofMembers(content)), path(id), TypeNames()),
            isFlat = false,
          )
        }

        private fun of(document: JsonObject): FormatPaths {
          document.keys.find { it !in members }?.let { throw IllegalArgumentException("unknown member \"$it\"") }
          val template = requireNotNull(document["screen"]) { "the member \"screen\" is missing" }
          val item = requireNotNull(document["item"]) { "the member \"item\" is missing" }
          val screen = screenPaths(TemplateUses(template, ofScreens))
          val section = document["section"]?.let { sectionPaths(TemplateUses(it, ofSections)) }
          require(section != null || !screen.hasSections) { "the member \"section\" is missing; \"\$sections\" needs it" }
          val nesting = document["nesting"]
          require(nesting == null || nesting == JsonPrimitive("inline") || nesting == JsonPrimitive("flat")) {
            "\"nesting\" must be \"inline\" or \"flat\""
          }
          fun pointer(name: String): ValuePath? = document[name]?.let { value ->
            val text = (value as? JsonPrimitive)?.takeIf { it.isString }?.content
            requireNotNull(text?.let { ValuePath.ofPointer(it) }) { "\"$name\" must be a JSON Pointer, such as \"/type\"" }
          }
          return FormatPaths(
            screen, section,
            itemPaths(TemplateUses(item, ofItems), pointer("viewType"), pointer("id"), typeNames(document["viewTypes"])),
            isFlat = nesting == JsonPrimitive("flat"),
          )
        }

        private fun typeNames(names: JsonElement?): TypeNames {
          if (names == null) return TypeNames()
          val kinds = setOf(ValuePath.Kind.STRING, ValuePath.Kind.NUMBER)
          val members = names as? JsonObject
          require(members != null && members.values.all { ValuePath.kindOf(it) in kinds }) {
            "the members of \"viewTypes\" must be strings or numbers"
          }
          return TypeNames(members.mapValues { it.value as JsonPrimitive })
        }

        private fun screenPaths(template: TemplateUses): ScreenPaths {
          val items = template.itemLists()
          val lists = LinkedHashMap<String, Source>()
          for (use in template.uses) {
            val id = use.path.firstOrNull()
            if (id != null && (use.placeholder == "items" || use.placeholder == "item")) {
              val path = template.path("items", id)
              lists.getOrPut("section $id") { Source.Section(id, path ?: use.steps, isSingle = path == null) }
            } else if (use.placeholder == "sections") {
              lists.getOrPut("sections") { Source.Sections(template.path("sections") ?: use.steps) }
            } else if (use.placeholder == "items" || use.placeholder == "itemsByID" && items.list == null) {
              lists["items"] = Source.Items
            }
          }
          return ScreenPaths(lists.values.toList(), items, template.values(), template.path("screenName"))
        }

        private fun sectionPaths(template: TemplateUses) = SectionPaths(
          template.itemLists(), template.values(), template.path("id"), template.path("header"), template.path("footer"),
        )

        private fun itemPaths(template: TemplateUses, viewType: ValuePath?, id: ValuePath?, names: TypeNames): ItemPaths {
          val spread = template.uses.find { it.placeholder == "content" && it.spread != null }
          val content = template.path("content")?.let { ContentPath(it) } ?: spread?.let { ContentPath(it.steps, it.spread) }
          fun inside(pointer: ValuePath?) = pointer?.let { content?.path?.plus(it) }
          return ItemPaths(
            template.path("viewType") ?: inside(viewType), content, template.path("id") ?: inside(id), names,
          )
        }
      }
    }
    """#
}
