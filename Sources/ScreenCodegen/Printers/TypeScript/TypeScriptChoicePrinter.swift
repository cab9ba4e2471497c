/// Prints a union of string literals.
///
/// It accepts any other string too: a later version of the schema may add one, and an older app should still show the
/// rest of the content. `string & {}` keeps an editor's completion of the literals.
struct TypeScriptChoicePrinter {
  let printer: TypeScriptDeclarationPrinter
  let id: Int
  let choice: ChoicePlan

  func write(to text: inout SourceText) {
    text.line("export type \(printer.declarations[id].name) =")
    text.indented { text in
      for option in choice.options {
        text.blockDocumentation(DocumentationText.paragraphs(of: option.documentation))
        text.line("| \(TypeScriptNames.literal.of(option.value))")
      }
      text.line("| (string & {});")
    }
    printer.writeFunctions(of: id, to: &text) { text in
      text.line("return coding.decodeString(json, pointer);")
    } encoding: { text in
      text.line("return value;")
    }
  }
}
