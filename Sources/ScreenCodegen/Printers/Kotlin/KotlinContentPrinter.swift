/// Prints the sealed interface `ViewContent` of all contents.
struct KotlinContentPrinter {
  let types: KotlinTypeText
  /// The names of the view types, by the index of their declarations.
  let viewTypes: [String]

  func write(to text: inout SourceText) {
    text.line("/** The content of an item of any view type. */")
    text.block("public sealed interface ViewContent") { text in
      text.line("/** The name of the view type. */")
      text.line("public val viewType: String")
      text.blankLine()
      text.line("/** A content of a view type that this version does not know, or that it cannot decode. */")
      text.line(
        "public data class Unknown(override val viewType: String, public val content: JsonElement) : ViewContent"
      )
      text.blankLine()
      text.block("public companion object") { text in
        writeNames(to: &text)
        writeDecoding(to: &text)
        writeEncoding(to: &text)
      }
    }
  }

  private func writeNames(to text: inout SourceText) {
    text.line(
      "/** The view types that this version knows. The server needs them for a release of the app. */")
    guard !viewTypes.isEmpty else {
      text.line("public val viewTypes: Set<String> = emptySet()")
      return
    }
    text.line("public val viewTypes: Set<String> = setOf(")
    text.indented { text in for name in viewTypes { text.line(KotlinNames.literal.of(name) + ",") } }
    text.line(")")
  }

  private func writeDecoding(to text: inout SourceText) {
    text.blankLine()
    text.blockDocumentation([
      "Decodes a content. A view type that is not known gives `Unknown`.",
      "Throws [ContentException] when the content of a known view type does not match its schema.",
    ])
    text.line("public fun of(viewType: String, content: JsonElement): ViewContent =")
    text.indented { $0.line("of(viewType, content, ItemReader.standalone())") }
    text.blankLine()
    text.block(
      "internal fun of(viewType: String, content: JsonElement, items: ItemReader): ViewContent = when (viewType)"
    ) { text in
      for id in viewTypes.indices {
        text.line(
          "\(KotlinNames.literal.of(viewTypes[id])) -> \(types.name(of: id)).Serializer.read(content, items)")
      }
      text.line("else -> Unknown(viewType, content)")
    }
  }

  private func writeEncoding(to text: inout SourceText) {
    text.blankLine()
    text.line("/** Returns a content as JSON. */")
    text.block("public fun toJson(content: ViewContent): JsonElement = when (content)") { text in
      for id in viewTypes.indices {
        text.line("is \(types.name(of: id)) -> \(types.name(of: id)).Serializer.toJson(content)")
      }
      text.line("is Unknown -> content.content")
    }
  }
}
