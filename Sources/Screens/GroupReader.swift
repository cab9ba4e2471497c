import JSONText

/// Reads a list of values that conditions name with `$inGroup`: a JSON array of strings, numbers or booleans.
enum GroupReader {
  /// - Throws: ``InvalidDocument`` with every error.
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
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw InvalidDocument(diagnostics)
    }
  }
}
