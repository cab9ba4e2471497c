/// The treatment of repeated member names.
package enum JSONProfile: Sendable {
  /// RFC 8259. A repeated name gets its last value, at the position of its first, as in ECMA-262.
  case general
  /// RFC 8259 with unique names (the interoperable JSON of RFC 7493 §2.3), so that a document that people edit has
  /// one meaning.
  case strict
}
