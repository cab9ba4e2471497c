/// Prints an enum of strings.
///
/// An unlisted value decodes as `unknown`: a later version of the schema may add one, and an older app should
/// still show the rest of the content.
struct SwiftChoicePrinter {
  let printer: SwiftDeclarationPrinter
  let id: Int
  let choice: ChoicePlan

  func write(to text: inout SourceText) {
    let name = printer.declarations[id].name
    let conformances = printer.conformances(of: id)
    text.block("public enum \(name): RawRepresentable, \(conformances)") { text in
      for option in choice.options {
        let paragraphs = DocumentationText.paragraphs(
          of: option.documentation, name: option.value)
        text.documentation(paragraphs)
        text.line("case \(SwiftNames.escaped(option.identifier))")
      }
      text.line("/// A value that this version does not know.")
      text.line("case unknown(String)")
      printer.writeViewType(of: id, to: &text)
      writeRawValue(to: &text)
      writeCoding(to: &text)
    }
  }

  private func writeRawValue(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Creates the case of a value.")
    text.block("public init(rawValue: String)") { text in
      text.line("switch rawValue {")
      for option in choice.options {
        text.line("case \(SwiftStringLiteral.of(option.value)):", "self = .\(option.identifier)")
      }
      text.line("default: self = .unknown(rawValue)")
      text.line("}")
    }
    text.blankLine()
    text.line("/// The value, as in the content.")
    text.block("public var rawValue: String") { text in
      text.line("switch self {")
      for option in choice.options {
        text.line("case .\(option.identifier):", SwiftStringLiteral.of(option.value))
      }
      text.line("case .unknown(let rawValue): rawValue")
      text.line("}")
    }
  }

  private func writeCoding(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Decodes the value.")
    text.block("public init(from decoder: any Decoder) throws") { text in
      text.line("self.init(rawValue: try decoder.singleValueContainer().decode(String.self))")
    }
    text.blankLine()
    text.line("/// Encodes the value.")
    text.block("public func encode(to encoder: any Encoder) throws") { text in
      text.line("var container = encoder.singleValueContainer()")
      text.line("try container.encode(self.rawValue)")
    }
  }
}
