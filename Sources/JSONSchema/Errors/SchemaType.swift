/// The values of `type` (validation §6.1.1): the six kinds of JSON values, and `integer`.
package enum SchemaType: String, Sendable, CaseIterable {
  case null, boolean, integer, number, string, array, object

  /// The type with its article, for messages.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .integer, .array, .object: "an \(rawValue)"
    case .boolean, .number, .string: "a \(rawValue)"
    }
  }
}
