import Foundation
import ScreenMock

/// Removes secrets from request targets and fields before they are logged or recorded. Marquee expects no secret in a
/// target, but clients may send one.
package enum SecretRedaction {
  /// A request target with `…` for the values of secret parameters.
  package static func redacted(target: String) -> String {
    let target = withoutTokens(target)
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return target }
    // By bytes: an ampersand and a combining character after it form one `Character`, which would hide a parameter.
    let query = target[target.utf8.index(after: mark)...].utf8
    let pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { bytes in
      let pair = Substring(bytes)
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(pair) }
      let value = pair[pair.utf8.index(after: equals)...]
      let hidden = pair[..<equals] + "=…"
      if SecretName.isSecret(pair[..<equals]) { return String(hidden) }
      // A token may be percent-encoded.
      let plain = value.removingPercentEncoding ?? String(value)
      return withoutTokens(plain).utf8.elementsEqual(plain.utf8) ? String(pair) : String(hidden)
    }
    return target[..<mark] + "?" + pairs.joined(separator: "&")
  }

  /// A requested route without secrets. A client that percent-encodes the `?` sends its query within the
  /// route.
  static func redacted(route: String) -> String { redacted(target: route) }

  /// The decoded value of a parameter, or `…` for a secret.
  static func redacted(value: String, of name: String) -> String {
    SecretName.isSecret(name[...]) ? "…" : withoutTokens(value)
  }

  /// The value of a request field without secrets, such as `Prefer: name=value; other="value"`.
  ///
  /// Names and values are found by bytes: a combining character after a separator would hide it from a comparison of
  /// characters. White space around `=` is not allowed, but clients send it.
  static func redacted(fieldValue value: String) -> String {
    let value = withoutTokens(value)
    let bytes = Array(value.utf8)
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] == quote {
        index = endOfValue(in: bytes, from: index)
      } else if isSeparator(bytes[index]) {
        index += 1
      } else {
        index = bytes[index...].firstIndex { isSeparator($0) || $0 == quote || $0 == equals } ?? bytes.count
        let name = bytes[start..<index]
        let sign = endOfSpace(in: bytes, from: index)
        guard sign < bytes.count, bytes[sign] == equals else {
          plain += name
          continue
        }
        index = endOfValue(in: bytes, from: endOfSpace(in: bytes, from: sign + 1))
        if SecretName.isSecret(String(decoding: name, as: UTF8.self)[...]) {
          plain += name + "=…".utf8
          continue
        }
      }
      plain += bytes[start..<index]
    }
    return plain.elementsEqual(bytes) ? value : String(decoding: plain, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let equals = UInt8(ascii: "=")

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || isSpace(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func endOfSpace(in bytes: [UInt8], from start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex { !isSpace($0) } ?? bytes.count
  }

  /// The end of a value: that of its quoted string, in which `\` escapes the next byte (RFC 9110 §5.6.4), and of what
  /// follows up to a separator. An open quoted string ends with the field.
  private static func endOfValue(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    var isQuoted = false
    while index < bytes.count, isQuoted || !isSeparator(bytes[index]) {
      if bytes[index] == quote {
        isQuoted.toggle()
      } else if isQuoted, bytes[index] == UInt8(ascii: "\\") {
        index += 1
      }
      index += 1
    }
    return min(index, bytes.count)
  }

  /// A text with `…` for everything that looks like a token of Marquee.
  static func withoutTokens(_ target: String) -> String {
    let bytes = Array(target.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...]
      if rest.count >= tokenLength, rest.starts(with: tokenPrefix),
        rest.prefix(tokenLength).dropFirst(tokenPrefix.count).allSatisfy(isOfToken)
      {
        plain += "…".utf8
        place += tokenLength
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return plain.count == bytes.count ? target : String(decoding: plain, as: UTF8.self)
  }

  private static let tokenPrefix = Array("mq_".utf8)
  /// The length of a token: the prefix and 32 bytes in base64url.
  private static let tokenLength = 46

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
