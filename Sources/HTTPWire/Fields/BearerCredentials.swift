/// `Authorization: Bearer TOKEN` (RFC 6750 §2.1).
package enum BearerCredentials {
  /// The token in the value of an Authorization field; nil for another scheme or a malformed `b64token`.
  package static func token(in value: Bytes) -> Bytes? {
    guard value.count > 7, value[0..<6].equalsIgnoringCase("bearer"), value[6] == 0x20 else { return nil }
    var start = 7
    while start < value.count, value[start] == 0x20 { start += 1 }
    let token = value[start..<value.count]
    return isToken(token) ? token : nil
  }

  /// Whether a request can carry a token: `b64token`, which is letters, digits and `-._~+/`, and `=` at the end.
  package static func isToken(_ token: Bytes) -> Bool {
    var end = token.count
    while end > 0, token[end - 1] == 0x3D { end -= 1 }
    guard end > 0 else { return false }
    for index in 0..<end where !ByteClass.bearerToken.contains(token[index]) { return false }
    return true
  }

  /// Compares two tokens in constant time: the time depends only on their lengths.
  package static func isSame(_ one: Bytes, _ other: Bytes) -> Bool {
    var difference: UInt8 = one.count == other.count ? 0 : 1
    for index in 0..<one.count {
      difference |= one[index] ^ (other.isEmpty ? 0xFF : other[index % other.count])
    }
    return difference == 0
  }
}
