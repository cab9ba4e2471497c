import JSONSchema
package import JSONText

/// Reads the members of an object. Reports members that are missing, unknown or of the wrong type.
package struct MemberReader {
  package let object: JSONObject
  package let pointer: JSONPointer

  /// Creates a reader; nil and a finding if the value is not an object. Reports members that are not `allowed`.
  /// - Parameters:
  ///   - isDocument: whether the object is a whole document, which may name a schema for editors in `$schema`.
  ///   - meaning: returns a hint for a member that is not allowed.
  package init?(
    _ value: JSONValue, at pointer: JSONPointer, named noun: String, allowed: [String],
    isDocument: Bool = false, _ diagnostics: inout Diagnostics, meaning: (String) -> String? = { _ in nil }
  ) {
    guard case .object(let object) = value else {
      diagnostics.add(.wrongType(value, at: pointer, expected: "\(noun) is an object"))
      return nil
    }
    self.object = object
    self.pointer = pointer
    for member in object where !allowed.contains(member.name) {
      if isDocument, member.name == "$schema" { continue }
      diagnostics.add(
        Diagnostic(
          .unknownMember, at: pointer.appending(member.name), anchor: .name,
          "\(noun) has no member \(quoted(member.name))",
          hint: meaning(member.name) ?? NearestName.hint(for: member.name, among: allowed)))
    }
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// The member's value; nil and a finding if it is missing.
  package func required(
    _ name: String, of noun: String, hint: String? = nil, _ diagnostics: inout Diagnostics
  ) -> JSONValue? {
    if let value = object[name] { return value }
    diagnostics.add(
      Diagnostic(.missingMember, at: pointer, "\(noun) needs the member \(quoted(name))", hint: hint))
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

  /// A string that is a valid ``Name``.
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
        hint: "write an array in square brackets"))
    return nil
  }

  /// The object `values`: what an app gets beside the items.
  func values(_ diagnostics: inout Diagnostics) -> JSONObject? {
    guard let value = object["values"] else { return nil }
    if case .object(let values) = value { return values }
    diagnostics.add(
      .wrongType(value, at: pointer.appending("values"), expected: "\"values\" is an object"))
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

  package func flag(_ name: String, _ diagnostics: inout Diagnostics) -> Bool? {
    guard let value = object[name] else { return nil }
    if case .bool(let flag) = value { return flag }
    diagnostics.add(
      .wrongType(
        value, at: pointer.appending(name), expected: "\(quoted(name)) is true or false",
        hint: ContentHint.requoted(value, as: [.boolean])))
    return nil
  }

  /// An integer in a range. The hint of the finding names the range.
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
        hint: "write a whole number" + lower + upper))
    return nil
  }

  /// A string that is one of `choices`.
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
  /// The finding for a value of the wrong type. It names the expected type and the actual one.
  static func wrongType(
    _ value: JSONValue, at pointer: JSONPointer, expected: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(.wrongType, at: pointer, "\(expected), not \(value.kind.phrase)", hint: hint)
  }
}
