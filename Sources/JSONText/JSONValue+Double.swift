extension JSONValue {
  /// A number; null for none, and for what JSON has no number for (RFC 8259 §6): infinities and NaN.
  package static func double(_ value: Double?) -> JSONValue {
    value.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null
  }
}
