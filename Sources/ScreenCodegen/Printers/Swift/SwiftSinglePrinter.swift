/// Prints a content that is not an object.
struct SwiftSinglePrinter {
  let printer: SwiftDeclarationPrinter
  let id: Int
  let planned: PlannedType

  func write(to text: inout SourceText) {
    let type = printer.types.text(of: planned.fullType, in: id)
    text.block("public struct \(printer.declarations[id].name): \(printer.conformances(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      text.blankLine()
      text.documentation(["The whole content."] + (planned.note.map { [$0] } ?? []))
      text.line("public var value: \(type)")
      text.blankLine()
      text.line("/// Creates a content from its value.")
      text.function("public init", ["value: \(type)"]) { $0.line("self.value = value") }
      text.blankLine()
      text.line("/// Decodes the value.")
      text.block("public init(from decoder: any Decoder) throws") { text in
        text.call("self.value = try decoder.singleValueContainer().decode", ["\(type).self"])
      }
      text.blankLine()
      text.line("/// Encodes the value.")
      text.block("public func encode(to encoder: any Encoder) throws") { text in
        text.line("var container = encoder.singleValueContainer()")
        text.line("try container.encode(self.value)")
      }
      printer.writeNested(in: id, to: &text)
    }
  }
}
