import JSONSchema
package import JSONText

/// Reads the members of an object that must have no others, and reports each that is missing, unknown or of
/// the wrong type.
package struct MemberReader {
  package let object: JSONObject
  package let pointer: JSONPointer

  /// Nil (and a finding) when the value is no object. Members that are not `allowed` are findings.
  /// - Parameter meaning: what the author of a member that is not allowed probably meant, as a hint.
  package init?(
    _ value: JSONValue, at pointer: JSONPointer, named noun: String, allowed: [String],
    _ diagnostics: inout Diagnostics, meaning: (String) -> String? = { _ in nil }
  ) {
    guard case .object(let object) = value else {
      diagnostics.add(.wrongType(value, at: pointer, expected: "\(noun) is an object"))
      return nil
    }
    self.object = object
    self.pointer = pointer
    for member in object where !allowed.contains(member.name) {
      diagnostics.add(
        Diagnostic(
          .unknownMember, at: pointer.appending(member.name), anchor: .name,
          "\(noun) has no member \(quoted(member.name))",
          hint: meaning(member.name) ?? NearestName.hint(for: member.name, among: allowed)))
    }
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// The member, or a finding that it is missing.
  package func required(_ name: String, of noun: String, _ diagnostics: inout Diagnostics) -> JSONValue? {
    if let value = object[name] { return value }
    diagnostics.add(Diagnostic(.missingMember, at: pointer, "\(noun) needs the member \(quoted(name))"))
    return nil
  }

  package func string(_ name: String, _ diagnostics: inout Diagnostics) -> String? {
    guard let value = object[name] else { return nil }
    if case .string(let text) = value { return text }
    diagnostics.add(
      .wrongType(
        value, at: pointer.appending(name), expected: "\(quoted(name)) is a string",
        hint: ContentHint.requoted(value, as: [.string])))
    return nil
  }

  /// A string that is a ``Name``.
  func name(_ name: String, _ diagnostics: inout Diagnostics) -> String? {
    guard let text = string(name, &diagnostics) else { return nil }
    if Name.isValid(text) { return text }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer.appending(name), "\(quoted(text)) cannot be \(quoted(name))",
        hint: Name.rule))
    return nil
  }

  package func array(_ name: String, _ diagnostics: inout Diagnostics) -> [JSONValue]? {
    guard let value = object[name] else { return nil }
    if case .array(let elements) = value { return elements }
    diagnostics.add(
      .wrongType(
        value, at: pointer.appending(name), expected: "\(quoted(name)) is an array",
        hint: "an array stands in square brackets"))
    return nil
  }

  package func number(_ name: String, _ diagnostics: inout Diagnostics) -> JSONNumber? {
    guard let value = object[name] else { return nil }
    if case .number(let number) = value { return number }
    diagnostics.add(
      .wrongType(
        value, at: pointer.appending(name), expected: "\(quoted(name)) is a number",
        hint: ContentHint.requoted(value, as: [.number])))
    return nil
  }

  func flag(_ name: String, _ diagnostics: inout Diagnostics) -> Bool? {
    guard let value = object[name] else { return nil }
    if case .bool(let flag) = value { return flag }
    diagnostics.add(
      .wrongType(
        value, at: pointer.appending(name), expected: "\(quoted(name)) is true or false",
        hint: ContentHint.requoted(value, as: [.boolean])))
    return nil
  }

  /// A whole number within bounds; what they are is the hint.
  package func integer(
    _ name: String, in range: ClosedRange<Int>, _ diagnostics: inout Diagnostics
  ) -> Int? {
    guard let number = number(name, &diagnostics) else { return nil }
    if let whole = number.intValue, range.contains(whole) { return whole }
    let lower = range.lowerBound == .min ? "" : " from \(range.lowerBound)"
    let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer.appending(name), "\(quoted(name)) cannot be \(number.text)",
        hint: "a whole number" + lower + upper))
    return nil
  }

  /// A string that is one of a few.
  package func choice(_ name: String, of choices: [String], _ diagnostics: inout Diagnostics) -> String? {
    guard let value = object[name] else { return nil }
    let listed = choices.map { quoted($0) }.joined(separator: " or ")
    guard case .string(let text) = value else {
      diagnostics.add(
        .wrongType(
          value, at: pointer.appending(name), expected: "\(quoted(name)) is a string",
          hint: "expected \(listed)"))
      return nil
    }
    if choices.contains(text) { return text }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer.appending(name), "\(quoted(name)) cannot be \(quoted(text))",
        hint: NearestName.to(text, among: choices).map { "did you mean \($0)?" } ?? "expected \(listed)"))
    return nil
  }
}

extension Diagnostic {
  /// A value of the wrong type: what it should be, and what it is.
  static func wrongType(
    _ value: JSONValue, at pointer: JSONPointer, expected: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(.wrongType, at: pointer, "\(expected), not \(value.kind.phrase)", hint: hint)
  }
}
