import JSONText

/// Validates a value list for `$inGroup`: a JSON array of strings, numbers and booleans.
enum GroupReader {
  /// - Throws: ``InvalidDocument`` with all errors.
  static func read(_ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    switch document.value {
    case .array(let values):
      for (index, value) in values.enumerated() {
        switch value {
        case .string, .number, .bool: continue
        default:
          diagnostics.add(
            .wrongType(
              value, at: JSONPointer(tokens: [String(index)]),
              expected: "a member of a group is a string, a number or a boolean"))
        }
      }
    default:
      diagnostics.add(.wrongType(document.value, at: .root, expected: "a group is an array of values"))
    }
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
  }
}
