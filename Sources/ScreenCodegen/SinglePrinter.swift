/// Writes a content that is no object.
struct SinglePrinter {
  let printer: DeclarationPrinter
  let id: Int
  let planned: PlannedType

  func write(to text: inout SwiftText) {
    let type = printer.types.text(of: planned.whole, in: id)
    text.block("public struct \(printer.declarations[id].name): \(printer.conformances(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      text.space()
      text.documentation(["The whole content."] + (planned.note.map { [$0] } ?? []))
      text.line("public var value: \(type)")
      text.space()
      text.line("/// Makes a content of its value.")
      text.function("public init", ["value: \(type)"]) { $0.line("self.value = value") }
      text.space()
      text.line("/// Reads the value.")
      text.block("public init(from decoder: any Decoder) throws") { text in
        text.call("self.value = try decoder.singleValueContainer().decode", ["\(type).self"])
      }
      text.space()
      text.line("/// Writes the value.")
      text.block("public func encode(to encoder: any Encoder) throws") { text in
        text.line("var container = encoder.singleValueContainer()")
        text.line("try container.encode(self.value)")
      }
      printer.writeNested(in: id, to: &text)
    }
  }
}
