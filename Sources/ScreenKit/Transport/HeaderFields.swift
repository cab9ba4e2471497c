/// The header fields of a response. Names are case-insensitive (RFC 9110 §5.1).
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: String] = [:]

  /// Creates an empty set of fields.
  public init() {}

  /// Creates fields from name-value pairs. When a name is repeated, the last value counts.
  public init(_ fields: some Sequence<(String, String)>) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  /// Creates fields from a dictionary literal.
  public init(dictionaryLiteral fields: (String, String)...) { self.init(fields) }

  /// The value of a field; nil when the response does not have it.
  public subscript(name: String) -> String? { values[name.lowercased()] }
}
