extension JSONValue {
  /// A JSON number; null for nil, and for infinity and NaN, which JSON cannot express (RFC 8259 §6).
  package static func double(_ value: Double?) -> JSONValue {
    value.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null
  }
}
