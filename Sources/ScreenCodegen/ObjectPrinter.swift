/// Writes a struct.
struct ObjectPrinter {
  let printer: DeclarationPrinter
  let id: Int
  let object: ObjectPlan

  func write(to text: inout SwiftText) {
    text.block("public struct \(printer.declarations[id].name): \(printer.conformances(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      text.space()
      for member in object.members { write(member, to: &text) }
      writeAdditional(to: &text)
      writeNulls(to: &text)
      writeInitializer(to: &text)
      coding.write(to: &text)
      printer.writeNested(in: id, to: &text)
    }
  }

  private var coding: ObjectCodingPrinter {
    ObjectCodingPrinter(types: printer.types, id: id, object: object)
  }

  // MARK: Members

  private func write(_ member: ObjectPlan.Member, to text: inout SwiftText) {
    var paragraphs = printer.paragraphs(
      of: member.documentation, name: member.name, planned: member.planned)
    if member.keepsNull { paragraphs.append("Nil when it is left out and when it is null.") }
    let name = Identifier.escaped(member.identifier)
    guard member.isBoxed else {
      text.documentation(paragraphs)
      text.line("public var \(name): \(type(of: member))")
      return
    }
    text.space()
    text.documentation(paragraphs)
    text.block("public var \(name): \(type(of: member))") { text in
      text.line("get { self.\(member.storage).first }")
      text.line("set { self.\(member.storage) = newValue.map { [$0] } ?? [] }")
    }
    text.space()
    text.line("/// Holds the value elsewhere: a struct can't hold one of its own type in itself.")
    text.line("private var \(member.storage): [\(printer.types.text(of: member.planned.type, in: id))] = []")
    text.space()
  }

  private func type(of member: ObjectPlan.Member) -> String {
    printer.types.text(of: member.whole, in: id)
  }

  private func writeAdditional(to text: inout SwiftText) {
    guard let additional = object.additional else { return }
    text.documentation(
      ["The members that have no property of their own."] + (additional.note.map { [$0] } ?? []))
    text.line("public var \(object.additionalIdentifier): [String: \(additionalType(additional))]")
  }

  private func additionalType(_ additional: PlannedType) -> String {
    printer.types.text(of: additional.whole, in: id)
  }

  private func writeNulls(to text: inout SwiftText) {
    guard object.keepsNulls else { return }
    text.space()
    text.line(
      "/// The members that were null rather than left out; they are written so again while they are nil.")
    text.line("private var \(object.nullsIdentifier): Set<CodingKeys> = []")
  }

  // MARK: Initializer

  private func writeInitializer(to text: inout SwiftText) {
    var parameters = object.members.map { member in
      let name = Identifier.escaped(member.identifier)
      return "\(name): \(type(of: member))" + defaultValue(of: member)
    }
    if let additional = object.additional {
      parameters.append("\(object.additionalIdentifier): [String: \(additionalType(additional))] = [:]")
    }
    text.space()
    text.line("/// Makes a value of its members.")
    guard !parameters.isEmpty else {
      text.line("public init() {}")
      return
    }
    text.function("public init", parameters) { text in
      for member in object.members where !member.isBoxed {
        text.line("self.\(member.identifier) = \(Identifier.escaped(member.identifier))")
      }
      if object.additional != nil {
        text.line("self.\(object.additionalIdentifier) = \(object.additionalIdentifier)")
      }
      // Through the property, which wants everything else to be there.
      for member in object.members where member.isBoxed {
        text.line("self.\(member.identifier) = \(Identifier.escaped(member.identifier))")
      }
    }
  }

  private func defaultValue(of member: ObjectPlan.Member) -> String {
    if !member.isRequired || member.whole.isOptional { return " = nil" }
    // A constant needs not be given.
    if case .declared(let id) = member.planned.type, case .choice(let choice) = printer.declarations[id].kind,
      choice.options.count == 1, let only = choice.options.first
    {
      return " = .\(only.identifier)"
    }
    return ""
  }
}

extension TypeUse {
  var isOptional: Bool { if case .optional = self { true } else { false } }
}

extension ObjectPlan.Member {
  /// The type of the property.
  var whole: TypeUse { isRequired ? planned.whole : .optional(planned.type) }

  /// Whether it may be null and may be left out, which are both nil.
  var keepsNull: Bool { !isRequired && planned.isNullable && planned.type != .json }

  /// A JSON value that may be left out holds null itself.
  var isOptionalJSON: Bool { !isRequired && planned.type == .json }
}

extension ObjectPlan {
  var keepsNulls: Bool { members.contains(where: \.keepsNull) }

  /// Whether the compiler's own coding does other than the schema says.
  var needsCoding: Bool {
    additional != nil
      || members.contains { member in
        member.isBoxed || member.keepsNull || member.isOptionalJSON
          || (member.isRequired && member.planned.acceptsNull)
      }
  }
}
