/// The header fields of a response; names in any case (RFC 9110 §5.1).
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: String] = [:]

  /// No fields.
  public init() {}

  /// Of names that differ in case alone the last value stands.
  public init(_ fields: some Sequence<(String, String)>) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  /// The fields of a literal.
  public init(dictionaryLiteral fields: (String, String)...) { self.init(fields) }

  /// The value of a field; nil when it was not sent.
  public subscript(name: String) -> String? { values[name.lowercased()] }
}
