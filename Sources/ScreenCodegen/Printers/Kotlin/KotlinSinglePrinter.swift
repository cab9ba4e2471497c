/// Prints a content that is not an object.
struct KotlinSinglePrinter {
  let printer: KotlinDeclarationPrinter
  let id: Int
  let planned: PlannedType

  func write(to text: inout SourceText) {
    let type = printer.types.text(of: planned.fullType)
    let coding = printer.types.coding(of: planned.fullType)
    text.line("public data class \(printer.name(id))(")
    text.indented { text in
      text.blockDocumentation(["The whole content."] + (planned.note.map { [$0] } ?? []))
      text.line("public val value: \(type),")
    }
    text.block(")\(printer.supertype(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      printer.writeParts(of: id, to: &text)
      printer.writeSerializer(of: id, to: &text) { text in
        text.line("return \(printer.types.name(of: id))(\(coding).read(element, items))")
      } encoding: { text in
        text.line("return \(coding).toJson(value.value)")
      }
    }
  }
}
