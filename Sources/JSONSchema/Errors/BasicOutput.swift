package import JSONText

extension ValidationReport {
  /// The `basic` output format (core §12.4.2): a flat list of errors. Errors within `anyOf`, `oneOf` and
  /// `propertyNames` follow the error that they explain. Annotations of a valid instance are omitted.
  package var basicOutput: JSONValue {
    guard !isValid else { return ["valid": true] }
    return ["valid": false, "errors": .array(errors.flatMap(\.basicUnits))]
  }
}

extension ValidationError {
  fileprivate var basicUnits: [JSONValue] {
    let unit: JSONValue = [
      "keywordLocation": .string(keywordLocation.description),
      "absoluteKeywordLocation": .string(absoluteKeywordLocation),
      "instanceLocation": .string(instanceLocation.description),
      "error": .string(message),
    ]
    return [unit] + causes.flatMap(\.basicUnits)
  }
}
