/// How strictly a text is read.
package enum JSONProfile: Sendable {
  /// RFC 8259. Of a repeated name the last value stands, in the place of the first, as in ECMA-262.
  case general
  /// RFC 8259 with unique names (the interoperable JSON of RFC 7493 §2.3): what a person edits is never read
  /// in two ways.
  case strict
}
