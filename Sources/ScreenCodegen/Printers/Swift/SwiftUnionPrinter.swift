import JSONText

/// Prints an enum with associated values.
///
/// An unlisted alternative decodes as `unknown` and keeps its JSON: a later version of the schema may add one.
struct SwiftUnionPrinter {
  let printer: SwiftDeclarationPrinter
  let id: Int
  let union: UnionPlan

  func write(to text: inout SourceText) {
    let name = printer.declarations[id].name
    let head = "public \(union.isIndirect ? "indirect " : "")enum \(name): \(printer.conformances(of: id))"
    text.block(head) { text in
      for alternative in union.alternatives {
        text.documentation(
          printer.documentation.paragraphs(
            of: alternative.documentation, name: alternative.key, planned: alternative.planned))
        text.line("case \(SwiftNames.escaped(alternative.identifier))(\(type(of: alternative)))")
      }
      text.line("/// An alternative that this version does not know, kept as JSON.")
      text.line("case unknown(JSONValue)")
      printer.writeViewType(of: id, to: &text)
      writeDecoder(to: &text)
      writeEncoder(to: &text)
      writeKeys(to: &text)
      printer.writeNested(in: id, to: &text)
    }
  }

  private func type(of alternative: UnionPlan.Alternative) -> String {
    printer.types.text(of: alternative.planned.fullType, in: id)
  }

  private func writeKeys(to text: inout SourceText) {
    text.blankLine()
    text.block("private enum CodingKeys: String, CodingKey") { text in
      if case .tag(let name) = union.discriminator {
        text.line("case tag =", SwiftStringLiteral.of(name))
      } else {
        for alternative in union.alternatives {
          let name = SwiftNames.escaped(alternative.identifier)
          if alternative.identifier.hasSameScalars(as: alternative.key) {
            text.line("case \(name)")
          } else {
            text.line("case \(name) =", SwiftStringLiteral.of(alternative.key))
          }
        }
      }
    }
  }

  // MARK: Decoding

  private func writeDecoder(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Decodes one of the alternatives.")
    text.block("public init(from decoder: any Decoder) throws") { text in
      if case .tag = union.discriminator {
        text.line("let container = try? decoder.container(keyedBy: CodingKeys.self)")
        text.line("switch try? container?.decode(String.self, forKey: .tag) {")
      } else {
        text.line("guard let container = try? decoder.container(keyedBy: CodingKeys.self),")
        text.indented { $0.line("container.allKeys.count == 1, let key = container.allKeys.first") }
        text.block("else") { text in
          text.line("self = .unknown(try JSONValue(from: decoder))")
          text.line("return")
        }
        text.line("switch key {")
      }
      for alternative in union.alternatives { writeDecoding(of: alternative, to: &text) }
      if case .tag = union.discriminator {
        text.line("default: self = .unknown(try JSONValue(from: decoder))")
      }
      text.line("}")
    }
  }

  private func writeDecoding(of alternative: UnionPlan.Alternative, to text: inout SourceText) {
    let name = alternative.identifier
    let type = type(of: alternative)
    switch union.discriminator {
    case .onlyMember:
      text.line("case .\(name):")
      text.indented { text in
        text.call("self = .\(name)", ["try container.decode(\(type).self, forKey: .\(name))"])
      }
    case .tag:
      text.line("case \(SwiftStringLiteral.of(alternative.key)):")
      text.indented { $0.call("self = .\(name)", ["try \(type)(from: decoder)"]) }
    case .member:
      text.line("case .\(name):")
      text.indented { $0.call("self = .\(name)", ["try \(type)(from: decoder)"]) }
    }
  }

  // MARK: Encoding

  private func writeEncoder(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Encodes the value.")
    text.block("public func encode(to encoder: any Encoder) throws") { text in
      text.line("switch self {")
      for alternative in union.alternatives {
        let name = alternative.identifier
        text.line("case .\(name)(let value):")
        text.indented { text in
          if case .onlyMember = union.discriminator {
            text.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            text.call("try container.encode", ["value", "forKey: .\(name)"])
          } else {
            text.line("try value.encode(to: encoder)")
          }
        }
      }
      text.line("case .unknown(let value):")
      text.indented { $0.line("try value.encode(to: encoder)") }
      text.line("}")
    }
  }
}
