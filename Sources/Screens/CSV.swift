/// Comma-separated values (RFC 4180).
package enum CSV {
  /// A field, in quotes when it has to be.
  package static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D
    }
    guard !isPlain else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
