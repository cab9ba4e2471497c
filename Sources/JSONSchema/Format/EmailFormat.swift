/// `email` (RFC 5321 §4.1.2 Mailbox) and `idn-email` (RFC 6531 §3.3).
enum EmailFormat {
  static func matches(_ text: String, isInternational: Bool) -> Bool {
    // A quoted local part can contain an `@`; a domain cannot.
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(text[..<at], isInternational: isInternational)
      && isDomain(text[text.utf8.index(after: at)...], isInternational: isInternational)
  }

  /// Dot-string / Quoted-string, of at most 64 octets (RFC 5321 §4.5.3.1.1)
  private static func isLocalPart(_ text: Substring, isInternational: Bool) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    if text.utf8.first == UInt8(ascii: "\"") { return isQuoted(text, isInternational: isInternational) }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      atom in
      !atom.isEmpty && atom.allSatisfy { isAtomText($0) || (isInternational && $0 >= 0x80) }
    }
  }

  /// atext (RFC 5322 §3.2.3)
  private static func isAtomText(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isQuoted(_ text: Substring, isInternational: Bool) -> Bool {
    var rest = text.utf8.dropFirst()
    guard rest.popLast() == UInt8(ascii: "\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      // quoted-pairSMTP
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), (0x20...0x7E).contains(next) else { return false }
      case UInt8(ascii: "\""): return false
      case 0x20...0x7E: break
      default: guard isInternational, byte >= 0x80 else { return false }
      }
    }
    return true
  }

  /// Domain / address-literal
  private static func isDomain(_ text: Substring, isInternational: Bool) -> Bool {
    if text.utf8.first == UInt8(ascii: "[") {
      guard text.utf8.last == UInt8(ascii: "]") else { return false }
      let literal = text.dropFirst().dropLast()
      let tag = literal.utf8.prefix(5).map {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
      }
      // IPv6 is the only registered tag.
      return tag == Array("ipv6:".utf8)
        ? AddressFormat.isIPv6(literal.utf8.dropFirst(5)) : AddressFormat.isIPv4(literal.utf8)
    }
    // RFC 6531 §3.2 does not require the sender to normalize labels, so normalize them before the check.
    return HostnameFormat.matches(
      isInternational ? NormalizationFormC.of(String(text)) : String(text), isInternational: isInternational)
  }
}
