/// Prints a sealed interface of strings.
///
/// An unlisted value decodes as `Unknown`: a later version of the schema may add one, and an older app should still
/// show the rest of the content.
struct KotlinChoicePrinter {
  let printer: KotlinDeclarationPrinter
  let id: Int
  let choice: ChoicePlan

  func write(to text: inout SourceText) {
    let name = printer.types.name(of: id)
    text.block("public sealed interface \(printer.name(id))\(printer.supertype(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      text.blankLine()
      text.line("/** The value, as in the content. */")
      text.line("public val value: String")
      for option in choice.options {
        text.blankLine()
        text.blockDocumentation(DocumentationText.paragraphs(of: option.documentation, name: option.value))
        text.block("public data object \(KotlinNames.escaped(option.identifier)) : \(name)") { text in
          text.line("override val value: String get() = \(KotlinNames.literal.of(option.value))")
        }
      }
      text.blankLine()
      text.line("/** A value that this version does not know. */")
      text.line("public data class Unknown(override val value: String) : \(name)")
      printer.writeParts(of: id, to: &text)
      writeCompanion(name, to: &text)
      printer.writeSerializer(of: id, to: &text) { text in
        text.line("return \(name).of(StringCoding.read(element, items))")
      } encoding: { text in
        text.line("return JsonPrimitive(value.value)")
      }
    }
  }

  private func writeCompanion(_ name: String, to text: inout SourceText) {
    text.blankLine()
    text.block("public companion object") { text in
      text.line("/** Returns the option of a value. */")
      text.block("public fun of(value: String): \(name) = when (value)") { text in
        for option in choice.options {
          text.line(
            "\(KotlinNames.literal.of(option.value)) -> \(name).\(KotlinNames.escaped(option.identifier))")
        }
        text.line("else -> \(name).Unknown(value)")
      }
    }
  }
}
