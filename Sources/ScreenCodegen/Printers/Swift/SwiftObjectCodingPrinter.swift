import JSONText

/// Prints the coding keys, the decoder and the encoder of a struct.
struct SwiftObjectCodingPrinter {
  let types: SwiftTypeText
  let id: Int
  let object: ObjectPlan

  func write(to text: inout SourceText) {
    if object.needsCoding {
      writeDecoder(to: &text)
      writeEncoder(to: &text)
    }
    writeKeys(to: &text)
  }

  private var hasKeys: Bool { !object.members.isEmpty }

  // MARK: Keys

  private func writeKeys(to text: inout SourceText) {
    if hasKeys,
      object.needsCoding || object.members.contains(where: { !$0.identifier.hasSameScalars(as: $0.name) })
    {
      text.blankLine()
      text.block("private enum CodingKeys: String, CodingKey") { text in
        for member in object.members {
          let name = SwiftNames.escaped(member.identifier)
          if member.identifier.hasSameScalars(as: member.name) {
            text.line("case \(name)")
          } else {
            text.line("case \(name) =", SwiftStringLiteral.of(member.name))
          }
        }
      }
    }
    guard object.additional != nil else { return }
    text.blankLine()
    text.line("/// A coding key of any name.")
    text.block("private struct MemberName: CodingKey") { text in
      text.line("let stringValue: String")
      text.line("var intValue: Int? { nil }")
      text.blankLine()
      text.line("init(stringValue: String) { self.stringValue = stringValue }")
      text.line("init?(intValue: Int) { return nil }")
    }
  }

  // MARK: Decoding

  private func writeDecoder(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Decodes the members.")
    text.block("public init(from decoder: any Decoder) throws") { text in
      if hasKeys { text.line("let container = try decoder.container(keyedBy: CodingKeys.self)") }
      for member in object.members where !member.isBoxed { writeDecoding(of: member, to: &text) }
      if let additional = object.additional { writeDecoding(ofAdditional: additional, to: &text) }
      // A boxed member is set through its computed property, which needs all stored properties to be
      // initialized.
      for member in object.members where member.isBoxed { writeDecoding(of: member, to: &text) }
      for member in object.members where member.keepsNull {
        let key = ".\(member.identifier)"
        text.condition("try container.contains(\(key))", "container.decodeNil(forKey: \(key))") { text in
          text.call("self.\(object.nullsIdentifier).insert", [key])
        }
      }
    }
  }

  private func writeDecoding(of member: ObjectPlan.Member, to text: inout SourceText) {
    let key = ".\(member.identifier)"
    let type = types.text(of: member.planned.type, in: id)
    let target = "self.\(member.identifier) ="
    if member.isOptionalJSON {
      text.line("\(target)")
      text.indented { text in
        text.line("try container.contains(\(key))")
        text.call("? container.decode", ["\(type).self", "forKey: \(key)"], " : nil")
      }
    } else if member.isRequired {
      let fullType = types.text(of: member.planned.fullType, in: id)
      text.call("\(target) try container.decode", ["\(fullType).self", "forKey: \(key)"])
    } else {
      text.call("\(target) try container.decodeIfPresent", ["\(type).self", "forKey: \(key)"])
    }
  }

  private func writeDecoding(ofAdditional additional: PlannedType, to text: inout SourceText) {
    let type = types.text(of: additional.fullType, in: id)
    let name = "self.\(object.additionalIdentifier)"
    text.line("let members = try decoder.container(keyedBy: MemberName.self)")
    text.line("\(name) = [:]")
    let isOther = hasKeys ? " where CodingKeys(stringValue: name.stringValue) == nil" : ""
    text.block("for name in members.allKeys\(isOther)") { text in
      text.call("\(name)[name.stringValue] = try members.decode", ["\(type).self", "forKey: name"])
    }
  }

  // MARK: Encoding

  private func writeEncoder(to text: inout SourceText) {
    text.blankLine()
    text.line("/// Encodes the members.")
    text.block("public func encode(to encoder: any Encoder) throws") { text in
      if hasKeys { text.line("var container = encoder.container(keyedBy: CodingKeys.self)") }
      for member in object.members { writeEncoding(of: member, to: &text) }
      guard object.additional != nil else { return }
      text.line("var members = encoder.container(keyedBy: MemberName.self)")
      let isOther = hasKeys ? " where CodingKeys(stringValue: name) == nil" : ""
      text.block("for (name, value) in self.\(object.additionalIdentifier)\(isOther)") { text in
        text.line("try members.encode(value, forKey: MemberName(stringValue: name))")
      }
    }
  }

  private func writeEncoding(of member: ObjectPlan.Member, to text: inout SourceText) {
    let key = ".\(member.identifier)"
    let value = "self.\(member.identifier)"
    guard !member.isRequired else {
      text.call("try container.encode", [value, "forKey: \(key)"])
      return
    }
    guard member.keepsNull else {
      text.call("try container.encodeIfPresent", [value, "forKey: \(key)"])
      return
    }
    text.condition("\(value) == nil", "self.\(object.nullsIdentifier).contains(\(key))") { text in
      text.call("try container.encodeNil", ["forKey: \(key)"])
    }
    text.reopen("else")
    text.indented { $0.call("try container.encodeIfPresent", [value, "forKey: \(key)"]) }
    text.line("}")
  }
}
