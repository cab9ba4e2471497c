import JSONText

/// Prints the type of wire formats, with the formats as constants.
struct KotlinFormatPrinter {
  let formats: FormatConstants

  func write(to text: inout SourceText) {
    text.lines(KotlinWireFormat.head)
    text.indented { text in
      text.indented { text in
        for format in formats.all {
          text.blockDocumentation([format.description])
          let name = KotlinNames.escaped(format.identifier)
          let constant = "public val \(name): WireFormat by format(\(KotlinNames.literal.of(format.name)), "
          let document = KotlinNames.literal.of(format.document.text)
          if text.fits(constant + document + ")") {
            text.line(constant + document + ")")
          } else {
            text.line("public val \(name): WireFormat by format(")
            text.indented { text in
              text.line(KotlinNames.literal.of(format.name) + ",")
              text.line(document + ",")
            }
            text.line(")")
          }
          text.blankLine()
        }
      }
    }
    text.lines(KotlinWireFormat.tail)
  }
}
