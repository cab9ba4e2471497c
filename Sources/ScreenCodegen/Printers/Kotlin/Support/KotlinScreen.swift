/// The Kotlin type of a screen.
enum KotlinScreen {
  static let name = "Screen.kt"

  static let imports = [
    "kotlinx.serialization.json.Json", "kotlinx.serialization.json.JsonElement",
    "kotlinx.serialization.json.JsonObject",
  ]

  static let text = #"""
    /** A decoded screen: sections of items, in order. */
    public data class Screen(
      /** The name; null when the wire format has none. */
      public val screenName: String?,
      /**
       * The sections. A wire format without sections gives one. Sections whose items the format sends apart are among them,
       * in the order of its template.
       */
      public val sections: List<ScreenSection>,
      /** What could not be decoded: the JSON Pointer (RFC 6901) of the item or of the value inside it, and the reason. */
      public val problems: List<String>,
      /** What the server sends beside the items: the values of the screen that the wire format has. */
      public val values: JsonObject = JsonObject(emptyMap()),
      /**
       * The items that others refer to by their ids, in a wire format with `"nesting": "flat"`. They are in no section.
       * Those at a place for items are also inside the content of the item around them.
       */
      public val innerItems: List<ScreenItem> = emptyList(),
    ) {
      /** The items of all sections. */
      public val items: List<ScreenItem> get() = sections.flatMap { it.items }

      public companion object {
        /**
         * Decodes the body of a response.
         *
         * An item of a view type that is not known, or whose content does not match its schema, becomes
         * [ViewContent.Unknown] and is among the problems. Throws [ContentException] when the body has not the shape of
         * the wire format, and SerializationException when it is not JSON.
         */
        public fun decode(body: String, format: WireFormat): Screen = decode(Json.parseToJsonElement(body), format)

        /** Decodes a screen from its JSON. Throws [ContentException] as above. */
        public fun decode(json: JsonElement, format: WireFormat): Screen = ScreenReader(format).read(json)
      }
    }

    /** A section of a screen. */
    public data class ScreenSection(
      /** The id. A wire format without ids gives `section-n`, counted from 1. */
      public val id: String,
      public val header: String?,
      public val footer: String?,
      public val items: List<ScreenItem>,
      /** What the server sends beside the items: the values of the section that the wire format has. */
      public val values: JsonObject = JsonObject(emptyMap()),
    )

    /** An item of a screen. */
    public data class ScreenItem(
      /** The id. A wire format without ids gives `VIEWTYPE-n`, counted from 1. */
      public val id: String,
      public val viewType: String,
      public val content: ViewContent,
    )
    """#
}
