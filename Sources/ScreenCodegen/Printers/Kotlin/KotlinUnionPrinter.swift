/// Prints a sealed interface with a data class for each alternative.
///
/// An unlisted alternative decodes as `Unknown` and keeps its JSON: a later version of the schema may add one.
struct KotlinUnionPrinter {
  let printer: KotlinDeclarationPrinter
  let id: Int
  let union: UnionPlan

  func write(to text: inout SourceText) {
    text.block("public sealed interface \(printer.name(id))\(printer.supertype(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      for alternative in union.alternatives {
        text.blankLine()
        text.blockDocumentation(
          printer.documentation.paragraphs(
            of: alternative.documentation, name: alternative.key, planned: alternative.planned))
        let type = printer.types.text(of: alternative.planned.fullType)
        text.line(
          "public data class \(KotlinNames.escaped(alternative.identifier))(public val value: \(type)) : \(name)"
        )
      }
      text.blankLine()
      text.line("/** An alternative that this version does not know, kept as JSON. */")
      text.line("public data class Unknown(public val value: JsonElement) : \(name)")
      printer.writeParts(of: id, to: &text)
      printer.writeSerializer(of: id, to: &text, decoding: writeDecoding, encoding: writeEncoding)
    }
  }

  private var name: String { printer.types.name(of: id) }

  private func name(of alternative: UnionPlan.Alternative) -> String {
    "\(name).\(KotlinNames.escaped(alternative.identifier))"
  }

  private func writeDecoding(to text: inout SourceText) {
    switch union.discriminator {
    case .onlyMember:
      text.line("val key = (element as? JsonObject)?.keys?.singleOrNull()")
    case .tag(let tag):
      text.line("val tag = (element as? JsonObject)?.get(\(KotlinNames.literal.of(tag))) as? JsonPrimitive")
      text.line("val key = if (tag != null && tag.isString) tag.content else null")
    case .member:
      let keys = union.alternatives.map { KotlinNames.literal.of($0.key) }
      text.line("val keys = setOf(\(keys.joined(separator: ", ")))")
      text.line("val key = (element as? JsonObject)?.keys?.singleOrNull { it in keys }")
    }
    text.block("return when (key)") { text in
      for alternative in union.alternatives {
        let key = KotlinNames.literal.of(alternative.key)
        let coding = printer.types.coding(of: alternative.planned.fullType)
        let value =
          if case .onlyMember = union.discriminator {
            "MemberReader(element, items).required(key, \(coding))"
          } else {
            "\(coding).read(element, items)"
          }
        text.line("\(key) -> \(name(of: alternative))(\(value))")
      }
      text.line("else -> \(name).Unknown(element)")
    }
  }

  private func writeEncoding(to text: inout SourceText) {
    text.block("return when (value)") { text in
      for alternative in union.alternatives {
        let coding = "\(printer.types.coding(of: alternative.planned.fullType)).toJson(value.value)"
        let value =
          if case .onlyMember = union.discriminator {
            "JsonObject(mapOf(\(KotlinNames.literal.of(alternative.key)) to \(coding)))"
          } else {
            coding
          }
        text.line("is \(name(of: alternative)) -> \(value)")
      }
      text.line("is \(name).Unknown -> value.value")
    }
  }
}
