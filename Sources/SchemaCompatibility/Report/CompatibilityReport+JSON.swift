package import JSONText

extension CompatibilityReport {
  /// The report as data: `{"direction", "verdict", "reasons": […]}`, and `"mayHaveMore"` when the limit on
  /// reasons was reached.
  package func json(naming names: DocumentNames = DocumentNames()) -> JSONValue {
    var object: JSONObject = [
      "direction": .string(direction.rawValue), "verdict": .string(verdict.rawValue),
      "reasons": .array(reasons.map { $0.json(naming: names) }),
    ]
    if mayHaveMore { object["mayHaveMore"] = true }
    return .object(object)
  }
}

extension CompatibilityReason {
  /// `{"verdict", "code", "message", "hint", "path", "oldPointer", "newPointer", "example"}`, with the document of both
  /// places and, if known, their line and column.
  package func json(naming names: DocumentNames = DocumentNames()) -> JSONValue {
    var object: JSONObject = [
      "verdict": .string(verdict.rawValue), "code": .string(code.rawValue), "message": .string(message),
    ]
    if let hint { object["hint"] = .string(hint) }
    object["path"] = .string(path)
    Self.add(old, "old", names.old, to: &object)
    Self.add(new, "new", names.new, to: &object)
    if let example { object["example"] = example }
    return .object(object)
  }

  private static func add(
    _ location: Location, _ prefix: String, _ name: (String) -> String, to object: inout JSONObject
  ) {
    object[prefix + "Pointer"] = .string(location.pointer.description)
    object[prefix + "Document"] = .string(name(location.document))
    if let position = location.position {
      object[prefix + "Line"] = .number(JSONNumber(position.line))
      object[prefix + "Column"] = .number(JSONNumber(position.column))
    }
  }
}
