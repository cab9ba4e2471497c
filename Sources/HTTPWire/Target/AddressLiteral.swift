/// Validates the text between the brackets of a host (RFC 3986 §3.2.2): `IPv6address` with an optional zone (RFC 6874
/// §2), or `IPvFuture`.
enum AddressLiteral {
  static func isValid(_ text: Bytes) -> Bool {
    guard !text.isEmpty else { return false }
    if ByteClass.lowercased(text[0]) == 0x76 { return isFuture(text) }
    guard let percent = text.firstIndex(of: 0x25) else { return isVersion6(text) }
    return isVersion6(text[0..<percent]) && isZone(text[percent..<text.count])
  }

  /// Eight groups of one to four hexadecimal digits. The last two can be an IPv4 address; one `::` can replace one or
  /// more groups of zeros.
  private static func isVersion6(_ text: Bytes) -> Bool {
    var groups = 0
    var isCompressed = false
    var index = 0
    if text[0..<2] == "::" {
      (isCompressed, index) = (true, 2)
    }
    while index < text.count {
      let start = index
      while index < text.count, index - start < 4, ByteClass.hexValue(text[index]) != nil { index += 1 }
      guard index > start else { return false }
      if index < text.count, text[index] == 0x2E {
        guard isVersion4(text[start..<text.count]) else { return false }
        groups += 2
        break
      }
      groups += 1
      guard index < text.count else { break }
      guard text[index] == 0x3A else { return false }
      index += 1
      if index < text.count, text[index] == 0x3A {
        guard !isCompressed else { return false }
        isCompressed = true
        index += 1
      } else if index == text.count {
        return false
      }
    }
    return isCompressed ? groups <= 7 : groups == 8
  }

  /// Four numbers from 0 to 255 without leading zeros (`dec-octet`).
  private static func isVersion4(_ text: Bytes) -> Bool {
    var numbers = 0
    var start = 0
    while start <= text.count {
      let end = text.firstIndex(of: 0x2E, from: start) ?? text.count
      let digits = text[start..<end]
      guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != 0x30,
        let number = FieldRules.decimal(digits), number <= 255
      else { return false }
      numbers += 1
      start = end + 1
    }
    return numbers == 4
  }

  /// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
  private static func isFuture(_ text: Bytes) -> Bool {
    guard let point = text.firstIndex(of: 0x2E), point > 1, point + 1 < text.count else { return false }
    for index in 1..<point where ByteClass.hexValue(text[index]) == nil { return false }
    return text[point + 1..<text.count].allSatisfy { ByteClass.addressLiteral.contains($0) }
  }

  /// `"%25" 1*( unreserved / pct-encoded )`
  private static func isZone(_ text: Bytes) -> Bool {
    guard text.hasPrefix("%25"), text.count > 3 else { return false }
    guard let decoded = PercentDecoding.decode(text[3..<text.count], malformed: .refuse) else { return false }
    return decoded.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && text[3..<text.count].allSatisfy { ByteClass.host.contains($0) }
  }
}
