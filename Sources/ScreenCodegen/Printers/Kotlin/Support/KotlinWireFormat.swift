/// The Kotlin type of a wire format.
enum KotlinWireFormat {
  static let name = "WireFormat.kt"

  static let imports = ["kotlinx.serialization.json.Json", "kotlinx.serialization.json.JsonElement"]

  /// The text before the constants.
  static let head = #"""
    /** The JSON shape of a screen: where its sections, its items and their parts are. */
    public class WireFormat private constructor(
      /** The name, as in the query parameter `format`. */
      public val name: String,
      internal val paths: FormatPaths,
    ) {
      /**
       * Creates a wire format from its document: the content of its file in `_formats/`, or the response of
       * `GET /formats/NAME`. Throws IllegalArgumentException when the document is not a wire format.
       */
      public constructor(name: String, document: JsonElement) : this(name, FormatPaths.of(name, document))

      /** Creates a wire format whose parts are members of objects. Each path is a list of their names. */
      public constructor(
        name: String,
        /** The path to the items, or to the sections if the format has some. */
        list: List<String>,
        /** The path to the view type of an item. */
        viewType: List<String>,
        /** The path to the content of an item. */
        content: List<String>,
        /** The path to the id of an item; null when none is sent. */
        id: List<String>? = null,
        /** The path to the name of the screen; null when none is sent. */
        screenName: List<String>? = null,
        /** The parts of a section; null when the format has no sections. */
        section: SectionFormat? = null,
      ) : this(name, FormatPaths.of(list, viewType, content, id, screenName, section))

      override fun toString(): String = "WireFormat($name)"

      public companion object {
    """#

  /// The text after the constants.
  static let tail = #"""
        private fun format(name: String, document: String): Lazy<WireFormat> =
          lazy { WireFormat(name, Json.parseToJsonElement(document)) }
      }
    }

    /** The paths to the parts of a section. */
    public data class SectionFormat(
      public val items: List<String>,
      public val id: List<String>? = null,
      public val header: List<String>? = null,
      public val footer: List<String>? = null,
    )
    """#
}
