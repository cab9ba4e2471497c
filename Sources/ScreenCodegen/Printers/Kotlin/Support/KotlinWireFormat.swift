/// The Kotlin type of a wire format.
enum KotlinWireFormat {
  static let name = "WireFormat.kt"

  static let imports: [String] = []

  static let text = #"""
    /**
     * The JSON shape of a screen: where its items and their parts are. Each path is a list of member names.
     *
     * Create one for a wire format of your own, with the paths of its file in `_formats/`.
     */
    public data class WireFormat(
      /** The name, as in the query parameter `format`. */
      public val name: String,
      /** The path to the items, or to the sections if the format has some. */
      public val list: List<String>,
      /** The path to the view type of an item. */
      public val viewType: List<String>,
      /** The path to the content of an item. */
      public val content: List<String>,
      /** The path to the id of an item; null when none is sent. */
      public val id: List<String>? = null,
      /** The path to the name of the screen; null when none is sent. */
      public val screenName: List<String>? = null,
      /** The parts of a section; null when the format has no sections. */
      public val section: SectionFormat? = null,
    ) {
      public companion object {
        /** `{"viewItems":[{"viewType","viewObject"}]}`. */
        public val viewItems: WireFormat =
          WireFormat("viewItems", listOf("viewItems"), listOf("viewType"), listOf("viewObject"))

        /** `{"screenName","contents":[{"sectionComponentType","section"}]}`. */
        public val contents: WireFormat = WireFormat(
          "contents", listOf("contents"), listOf("sectionComponentType"), listOf("section"),
          screenName = listOf("screenName"),
        )

        /** `{"responseData":{"screenName","contents":[{"viewType","content"}]}}`. */
        public val responseData: WireFormat = WireFormat(
          "responseData", listOf("responseData", "contents"), listOf("viewType"), listOf("content"),
          screenName = listOf("responseData", "screenName"),
        )

        /** `{"screenName","sections":[{"header","footer","cells":[{"cellIdentifier","customData"}]}]}`. */
        public val sections: WireFormat = WireFormat(
          "sections", listOf("sections"), listOf("cellIdentifier"), listOf("customData"),
          screenName = listOf("screenName"),
          section = SectionFormat(listOf("cells"), header = listOf("header"), footer = listOf("footer")),
        )

        /** Marquee's own format, the only one with ids. */
        public val screen: WireFormat = WireFormat(
          "screen", listOf("sections"), listOf("viewType"), listOf("content"), listOf("id"), listOf("screenName"),
          SectionFormat(listOf("items"), listOf("id"), listOf("header"), listOf("footer")),
        )
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
