/// The Kotlin that reads a screen in any wire format.
enum KotlinScreenReader {
  static let name = "ScreenReader.kt"

  static let imports = [
    "kotlinx.serialization.json.JsonElement", "kotlinx.serialization.json.JsonNull",
    "kotlinx.serialization.json.JsonObject", "kotlinx.serialization.json.JsonPrimitive",
  ]

  static let text = #"""
    /** Reads one screen. */
    internal class ScreenReader(private val format: WireFormat) {
      private val paths = format.paths
      private val reader = ItemReader(paths, format.name)
      private val ids = ItemReader.Identifiers()
      private val sections = mutableListOf<Section>()

      /** The ids of the items at the top, if they are sent. */
      private var roots: Set<String>? = null
      private var isFound = false

      /** What was worked around. */
      val problems: List<DecodingProblem> get() = reader.problems

      /** The reasons why lists of the format were not found. */
      private val failures = mutableListOf<ContentException>()

      /** A section, with the ids of its items if the format sends items apart from their places. */
      private class Section(var id: String) {
        var header: String? = null
        var footer: String? = null
        var values = JsonObject(emptyMap())
        var members = mutableListOf<String>()
        val items = mutableListOf<ScreenItem>()
      }

      fun read(json: JsonElement): Screen {
        val root = ValuePath.Place(json, "")
        val sources = paths.screen.lists
        sources.filterIsInstance<FormatPaths.Source.Section>().forEach { ids.claim(it.id) }
        // Named sections first: an object of all items has theirs, too.
        val named = sources.filterIsInstance<FormatPaths.Source.Section>().associateWith { namedSection(it, root) }
        for (source in sources) {
          when (source) {
            is FormatPaths.Source.Section -> named[source]?.let { sections.add(it) }
            is FormatPaths.Source.Sections -> readSections(source.path, root)
            is FormatPaths.Source.Items -> readItems(root)
          }
        }
        if (!isFound && failures.isNotEmpty()) throw failures[0]
        failures.forEach { note(it) }
        val innerItems = fillFromPool(root)
        return Screen(
          paths.screen.screenName?.text(root),
          sections.map { ScreenSection(it.id, it.header, it.footer, it.items, it.values) },
          problems.map { it.text },
          paths.screen.values.read(root),
          innerItems,
        )
      }

      private fun namedSection(source: FormatPaths.Source.Section, root: ValuePath.Place): Section {
        val section = Section(source.id)
        note(root) {
          if (!source.isSingle) return@note readList(FormatPaths.ItemListPaths(source.path), root, section)
          val place = source.path.resolve(root)
          // Without an item the section is empty.
          if (place != null && place.json !is JsonNull) {
            add(reader.parts(place) ?: throw ContentException("the value is not an item", place.pointer), section)
          }
          true
        }
        return section
      }

      /** Reads the items that are in no section of their own. */
      private fun readItems(root: ValuePath.Place) {
        val hasSections = paths.screen.hasSections
        // They are those of the sections.
        if (hasSections && paths.section?.items?.hasItems == true) return
        val section = Section("")
        note(root) { readList(paths.screen.items, root, section, skipsKnown = true) }
        if (hasSections && paths.section?.items?.roots != null) return
        section.id = ids.derive("section")
        sections.add(section)
      }

      private fun readSections(path: ValuePath, root: ValuePath.Place) {
        val parts = paths.section ?: return
        note(root) {
          val list = path.resolve(root) ?: return@note false
          list.elements.forEachIndexed { index, json -> readSection(parts, ValuePath.Place(json, "${list.pointer}/$index")) }
          true
        }
      }

      private fun readSection(parts: FormatPaths.SectionPaths, place: ValuePath.Place) {
        val section = Section("")
        section.header = parts.header?.text(place)
        section.footer = parts.footer?.text(place)
        section.values = parts.values.read(place)
        if (parts.items.hasItems) {
          try {
            if (!readList(parts.items, place, section)) throw missing(place)
          } catch (failure: ContentException) {
            note(failure)
            if (place.json is JsonPrimitive) return
          }
        }
        reader.roots(parts.items.roots, place)?.let { section.members = putFirst(it, section.members) }
        section.id = sectionID(parts.id?.name(place)?.text, place)
        sections.add(section)
      }

      private fun sectionID(sent: String?, place: ValuePath.Place): String {
        if (sent != null && ids.claim(sent)) return sent
        val id = ids.derive("section")
        if (sent != null) {
          val reason = "the section id \"$sent\" is used twice; this section gets the id \"$id\""
          reader.problem(DecodingProblem.Kind.REPEATED_ID, place, reason)
        }
        return id
      }

      /** Reads the items of a list. Returns false when there is no such list. */
      private fun readList(
        list: FormatPaths.ItemListPaths, place: ValuePath.Place, section: Section, skipsKnown: Boolean = false,
      ): Boolean = reader.forEachItem(list, place, skipsKnown) { add(it, section) }

      private fun add(parts: ItemReader.Parts, section: Section) {
        val id = reader.identifier(parts)
        if (reader.pool == null) {
          section.items.add(reader.decode(parts, id))
        } else {
          reader.pool.add(parts, id)
          section.members.add(id)
        }
      }

      /** Decodes the items of the pool and puts those at the top into their sections. Returns the others. */
      private fun fillFromPool(root: ValuePath.Place): List<ScreenItem> {
        val pool = reader.pool ?: return emptyList()
        pool.ids.forEach { reader.decodePooled(it) }
        reader.roots(paths.screen.items.roots, root)?.let { own ->
          val first = putFirst(own, sections.firstOrNull()?.members.orEmpty())
          // Of several sections each has its own order.
          sections.singleOrNull()?.members = first
        }
        val top = roots ?: pool.top()
        val placed = mutableSetOf<String>()
        for (section in sections) {
          for (id in section.members) {
            val item = pool.item(id)
            if (item != null && id in top && placed.add(id)) section.items.add(item)
          }
        }
        return pool.ids.filter { it !in placed }.mapNotNull { pool.item(it) }
      }

      /** Notes the ids of items at the top, and puts them before the others. */
      private fun putFirst(top: List<String>, members: List<String>): MutableList<String> {
        val first = top.toSet()
        roots = roots.orEmpty() + first
        return (top + members.filter { it !in first }).toMutableList()
      }

      /** Notes whether a list was found. One that cannot be read does not affect the others. */
      private fun note(root: ValuePath.Place, body: () -> Boolean) {
        try {
          if (body()) isFound = true else failures.add(missing(root))
        } catch (failure: ContentException) {
          failures.add(failure)
        }
      }

      private fun note(failure: ContentException) {
        val text = failure.message ?: failure.reason
        reader.problems.add(DecodingProblem(DecodingProblem.Kind.ITEM_UNREADABLE, null, text))
      }

      private fun missing(place: ValuePath.Place) =
        ContentException("a list of items of the wire format \"${format.name}\" is missing", place.pointer)
    }
    """#
}
