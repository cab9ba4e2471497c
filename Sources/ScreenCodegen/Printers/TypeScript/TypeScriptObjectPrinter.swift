/// Prints an interface.
struct TypeScriptObjectPrinter {
  let printer: TypeScriptDeclarationPrinter
  let id: Int
  let object: ObjectPlan

  func write(to text: inout SourceText) {
    text.block("export interface \(printer.declarations[id].name)") { text in
      for member in object.members {
        text.blockDocumentation(
          printer.documentation.paragraphs(
            of: member.documentation, name: member.name, planned: member.planned))
        let type = printer.types.text(of: member.planned.fullType)
        let isOptional = member.isRequired ? ": \(type)" : "?: \(type) | undefined"
        text.line("\(member.identifier)\(isOptional);")
      }
      text.blockDocumentation(
        ["The members that the schema does not name."] + (additional.note.map { [$0] } ?? []))
      let type = printer.types.text(of: additional.fullType)
      text.line("\(object.additionalIdentifier)?: Record<string, \(type)> | undefined;")
    }
    printer.writeFunctions(of: id, to: &text, decoding: writeDecoding, encoding: writeEncoding)
  }

  /// The type of members that the schema does not name. They are always kept, because a later version of the schema may
  /// name them.
  private var additional: PlannedType { object.additional ?? .json(nil) }

  private func writeDecoding(to text: inout SourceText) {
    text.line("const members = new coding.MemberReader(json, pointer);")
    text.line("return {")
    text.indented { text in
      for member in object.members {
        let coding =
          member.isOptionalItem
          ? "inner.decodeItemIfPresent" : printer.types.coding(of: member.planned.fullType, .decode)
        let verb = member.isRequired ? "required" : member.planned.acceptsNull ? "optional" : "optionalOrNull"
        text.line(
          "\(member.identifier): members.\(verb)(\(TypeScriptNames.literal.of(member.name)), \(coding)),")
      }
      let coding = printer.types.coding(of: additional.fullType, .decode)
      text.line("\(object.additionalIdentifier): members.rest(\(coding)),")
    }
    text.line("};")
  }

  private func writeEncoding(to text: inout SourceText) {
    text.line("const members = new coding.MemberWriter();")
    for member in object.members {
      let coding = printer.types.coding(of: member.planned.fullType, .encode)
      let verb = member.isRequired ? "required" : "optional"
      text.line(
        "members.\(verb)(\(TypeScriptNames.literal.of(member.name)), value.\(member.identifier), \(coding));")
    }
    let coding = printer.types.coding(of: additional.fullType, .encode)
    text.line("members.rest(value.\(object.additionalIdentifier), \(coding));")
    text.line("return members.json();")
  }
}
