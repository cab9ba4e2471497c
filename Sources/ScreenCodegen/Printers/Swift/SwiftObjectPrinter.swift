/// Prints a struct.
struct SwiftObjectPrinter {
  let printer: SwiftDeclarationPrinter
  let id: Int
  let object: ObjectPlan

  func write(to text: inout SourceText) {
    text.block("public struct \(printer.declarations[id].name): \(printer.conformances(of: id))") { text in
      printer.writeViewType(of: id, to: &text)
      text.blankLine()
      for member in object.members { write(member, to: &text) }
      writeAdditional(to: &text)
      writeNulls(to: &text)
      writeInitializer(to: &text)
      coding.write(to: &text)
      printer.writeNested(in: id, to: &text)
    }
  }

  private var coding: SwiftObjectCodingPrinter {
    SwiftObjectCodingPrinter(types: printer.types, id: id, object: object)
  }

  // MARK: Members

  private func write(_ member: ObjectPlan.Member, to text: inout SourceText) {
    var paragraphs = printer.documentation.paragraphs(
      of: member.documentation, name: member.name, planned: member.planned)
    if member.keepsNull { paragraphs.append("Nil when the member is missing or null.") }
    let name = SwiftNames.escaped(member.identifier)
    guard member.isBoxed else {
      text.documentation(paragraphs)
      text.line("public var \(name): \(type(of: member))")
      return
    }
    text.blankLine()
    text.documentation(paragraphs)
    text.block("public var \(name): \(type(of: member))") { text in
      text.line("get { self.\(member.storage).first }")
      text.line("set { self.\(member.storage) = newValue.map { [$0] } ?? [] }")
    }
    text.blankLine()
    text.line(
      "/// The storage of the property above: a struct cannot directly contain a value of its own type.")
    text.line("private var \(member.storage): [\(printer.types.text(of: member.planned.type, in: id))] = []")
    text.blankLine()
  }

  private func type(of member: ObjectPlan.Member) -> String {
    printer.types.text(of: member.propertyType, in: id)
  }

  private func writeAdditional(to text: inout SourceText) {
    guard let additional = object.additional else { return }
    text.documentation(
      ["The members that the schema does not name."] + (additional.note.map { [$0] } ?? []))
    text.line("public var \(object.additionalIdentifier): [String: \(additionalType(additional))]")
  }

  private func additionalType(_ additional: PlannedType) -> String {
    printer.types.text(of: additional.fullType, in: id)
  }

  private func writeNulls(to text: inout SourceText) {
    guard object.keepsNulls else { return }
    text.blankLine()
    text.line(
      "/// The optional members that were null rather than missing; encoded as null while they are nil.")
    text.line("private var \(object.nullsIdentifier): Set<CodingKeys> = []")
  }

  // MARK: Initializer

  private func writeInitializer(to text: inout SourceText) {
    var parameters = object.members.map { member in
      let name = SwiftNames.escaped(member.identifier)
      return "\(name): \(type(of: member))" + defaultValue(of: member)
    }
    if let additional = object.additional {
      parameters.append("\(object.additionalIdentifier): [String: \(additionalType(additional))] = [:]")
    }
    text.blankLine()
    text.line("/// Creates a value from its members.")
    guard !parameters.isEmpty else {
      text.line("public init() {}")
      return
    }
    text.function("public init", parameters) { text in
      for member in object.members where !member.isBoxed {
        text.line("self.\(member.identifier) = \(SwiftNames.escaped(member.identifier))")
      }
      if object.additional != nil {
        text.line("self.\(object.additionalIdentifier) = \(object.additionalIdentifier)")
      }
      // A boxed member is set through its computed property, which needs all stored properties to be
      // initialized.
      for member in object.members where member.isBoxed {
        text.line("self.\(member.identifier) = \(SwiftNames.escaped(member.identifier))")
      }
    }
  }

  private func defaultValue(of member: ObjectPlan.Member) -> String {
    if !member.isRequired || member.propertyType.isOptional { return " = nil" }
    // A constant is the default, so that callers can leave it out.
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
  var propertyType: TypeUse { isRequired ? planned.fullType : .optional(planned.type) }

  /// Whether the member can be null and can be missing; both are nil in Swift.
  var keepsNull: Bool { !isRequired && planned.isNullable && planned.type != .json }

  /// Whether the member is an optional JSON value, which holds null itself.
  var isOptionalJSON: Bool { !isRequired && planned.type == .json }
}

extension ObjectPlan {
  var keepsNulls: Bool { members.contains(where: \.keepsNull) }

  /// Whether synthesized coding would differ from what the schema says.
  var needsCoding: Bool {
    additional != nil
      || members.contains { member in
        member.isBoxed || member.keepsNull || member.isOptionalJSON
          || (member.isRequired && member.planned.acceptsNull)
      }
  }
}
