/// Prints a discriminated union.
///
/// An unlisted alternative decodes as `unknown` and keeps its JSON: a later version of the schema may add one.
struct TypeScriptUnionPrinter {
  let printer: TypeScriptDeclarationPrinter
  let id: Int
  let union: UnionPlan

  func write(to text: inout SourceText) {
    text.line("export type \(printer.declarations[id].name) =")
    text.indented { text in
      for alternative in union.alternatives {
        text.blockDocumentation(
          printer.documentation.paragraphs(
            of: alternative.documentation, name: alternative.key, planned: alternative.planned))
        let type = printer.types.text(of: alternative.planned.fullType)
        text.line("| { kind: \(kind(of: alternative)); value: \(type) }")
      }
      text.line("/** An alternative that this version does not know, kept as JSON. */")
      text.line("| { kind: \"unknown\"; value: coding.JSONValue };")
    }
    printer.writeFunctions(of: id, to: &text, decoding: writeDecoding, encoding: writeEncoding)
  }

  private func kind(of alternative: UnionPlan.Alternative) -> String {
    TypeScriptNames.literal.of(alternative.identifier)
  }

  private func writeDecoding(to text: inout SourceText) {
    let keys = union.alternatives.map { TypeScriptNames.literal.of($0.key) }.joined(separator: ", ")
    let selector =
      switch union.discriminator {
      case .onlyMember: "coding.onlyMember(json)"
      case .tag(let tag): "coding.tag(json, \(TypeScriptNames.literal.of(tag)))"
      case .member: "coding.onlyOneOf(json, [\(keys)])"
      }
    text.block("switch (\(selector))") { text in
      for alternative in union.alternatives {
        let key = TypeScriptNames.literal.of(alternative.key)
        let coding = printer.types.coding(of: alternative.planned.fullType, .decode)
        let value =
          if case .onlyMember = union.discriminator {
            "new coding.MemberReader(json, pointer).required(\(key), \(coding))"
          } else {
            "\(coding)(json, pointer)"
          }
        text.line("case \(key):")
        text.indented { $0.line("return { kind: \(kind(of: alternative)), value: \(value) };") }
      }
      text.line("default:")
      text.indented { $0.line("return { kind: \"unknown\", value: json };") }
    }
  }

  private func writeEncoding(to text: inout SourceText) {
    text.block("switch (value.kind)") { text in
      for alternative in union.alternatives {
        let coding = "\(printer.types.coding(of: alternative.planned.fullType, .encode))(value.value)"
        text.line("case \(kind(of: alternative)):")
        text.indented { text in
          if case .onlyMember = union.discriminator {
            text.line(
              "return Object.fromEntries([[\(TypeScriptNames.literal.of(alternative.key)), \(coding)]]);")
          } else {
            text.line("return \(coding);")
          }
        }
      }
      text.line("case \"unknown\":")
      text.indented { $0.line("return value.value;") }
    }
  }
}
