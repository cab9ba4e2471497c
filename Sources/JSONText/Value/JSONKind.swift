/// The six kinds of JSON values, by the names that JSON Schema gives them.
package enum JSONKind: String, Sendable {
  case null, boolean, number, string, array, object

  /// The kind with its article, for messages: "a string", "an object", "null".
  package var phrase: String {
    switch self {
    case .null: "null"
    case .array, .object: "an \(rawValue)"
    case .boolean, .number, .string: "a \(rawValue)"
    }
  }
}
