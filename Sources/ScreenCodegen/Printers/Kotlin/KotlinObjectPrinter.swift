/// Prints a data class.
struct KotlinObjectPrinter {
  let printer: KotlinDeclarationPrinter
  let id: Int
  let object: ObjectPlan

  func write(to text: inout SourceText) {
    text.line("public data class \(printer.name(id))(")
    text.indented { text in
      for member in object.members { write(member, to: &text) }
      if object.keepsNulls {
        text.blockDocumentation([
          "The optional members that were null rather than missing; encoded as null while they are null here."
        ])
        text.line("public val \(object.nullsIdentifier): Set<String> = emptySet(),")
      }
      text.blockDocumentation(
        ["The members that the schema does not name."] + (additional.note.map { [$0] } ?? []))
      let type = printer.types.text(of: additional.fullType)
      text.line("public val \(object.additionalIdentifier): Map<String, \(type)> = emptyMap(),")
    }
    text.block(")\(printer.supertype(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      printer.writeParts(of: id, to: &text)
      printer.writeSerializer(of: id, to: &text, decoding: writeDecoding, encoding: writeEncoding)
    }
  }

  /// The type of members that the schema does not name. They are always kept, because a later version of the schema may
  /// name them.
  private var additional: PlannedType { object.additional ?? .json(nil) }

  private func write(_ member: ObjectPlan.Member, to text: inout SourceText) {
    var paragraphs = printer.documentation.paragraphs(
      of: member.documentation, name: member.name, planned: member.planned)
    if member.keepsNull { paragraphs.append("Null when the member is missing or null.") }
    if member.isOptionalJSON {
      paragraphs.append("Null when the member is missing; `JsonNull` when it is null.")
    }
    text.blockDocumentation(paragraphs)
    let type = printer.types.text(of: member.propertyType)
    text.line("public val \(KotlinNames.escaped(member.identifier)): \(type)\(defaultValue(of: member)),")
  }

  private func defaultValue(of member: ObjectPlan.Member) -> String {
    if member.propertyType.isOptional { return " = null" }
    // A constant is the default, so that callers can leave it out.
    if let id = member.planned.type.declaration, case .declared = member.planned.type,
      case .choice(let choice) = printer.declarations[id].kind, choice.options.count == 1,
      let only = choice.options.first
    {
      return " = \(printer.types.name(of: id)).\(KotlinNames.escaped(only.identifier))"
    }
    return ""
  }

  // MARK: Coding

  private func writeDecoding(to text: inout SourceText) {
    text.line("val members = MemberReader(element, items)")
    text.line("return \(printer.types.name(of: id))(")
    text.indented { text in
      for member in object.members {
        let name = KotlinNames.literal.of(member.name)
        let coding = printer.types.coding(
          of: member.isRequired ? member.planned.fullType : member.planned.type)
        let value =
          if member.isOptionalJSON {
            "element(\(name))"
          } else if member.isOptionalItem {
            "optionalItem(\(name))"
          } else {
            "\(member.isRequired ? "required" : "optional")(\(name), \(coding))"
          }
        text.line("\(KotlinNames.escaped(member.identifier)) = members.\(value),")
      }
      let nulls = object.members.filter(\.keepsNull).map { KotlinNames.literal.of($0.name) }
      if !nulls.isEmpty {
        text.line("\(object.nullsIdentifier) = members.nulls(\(nulls.joined(separator: ", "))),")
      }
      let coding = printer.types.coding(of: additional.fullType)
      text.line("\(object.additionalIdentifier) = members.rest(\(coding)),")
    }
    text.line(")")
  }

  private func writeEncoding(to text: inout SourceText) {
    text.line("val members = MemberWriter()")
    for member in object.members {
      let name = KotlinNames.literal.of(member.name)
      let value = "value.\(KotlinNames.escaped(member.identifier))"
      let coding = printer.types.coding(of: member.isRequired ? member.planned.fullType : member.planned.type)
      if member.isRequired {
        text.line("members.required(\(name), \(value), \(coding))")
      } else {
        let isNull = member.keepsNull ? ", \(name) in value.\(object.nullsIdentifier)" : ""
        text.line("members.optional(\(name), \(value), \(coding)\(isNull))")
      }
    }
    text.line(
      "members.rest(value.\(object.additionalIdentifier), \(printer.types.coding(of: additional.fullType)))")
    text.line("return members.toJson()")
  }
}
