import Crypto

/// Strong entity tags (RFC 9110 §8.8.3) of exact bytes.
package enum EntityTag {
  /// The first 16 bytes of SHA-256, in hexadecimal, in quotes.
  package static func of(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = [UInt8(ascii: "\"")]
    for byte in SHA256.hash(data: bytes).prefix(16) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "\""))
    return String(decoding: text, as: UTF8.self)
  }
}
