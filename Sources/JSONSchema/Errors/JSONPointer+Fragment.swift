import JSONText

extension JSONPointer {
  /// The pointer as the fragment of a URI (RFC 6901 §6), with percent-encoding of the characters that RFC 3986 §3.5
  /// does not allow.
  var fragment: String { PercentEncoding.encoded(description, keeping: "!$&'()*+,;=:@/?") }
}
