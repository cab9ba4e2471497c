/// Comma-separated values (RFC 4180).
package enum CSV {
  /// A field, in quotes if it needs them.
  package static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D
    }
    guard !isPlain else { return text }
    var field: [UInt8] = [0x22]
    // By bytes: a quote followed by a combining character is one `Character`.
    for byte in text.utf8 { field += byte == 0x22 ? [0x22, 0x22] : [byte] }
    return String(decoding: field + [0x22], as: UTF8.self)
  }
}
