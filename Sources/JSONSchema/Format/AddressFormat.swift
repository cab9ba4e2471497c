/// `ipv4` (RFC 2673 §3.2) and `ipv6` (RFC 4291 §2.2).
enum AddressFormat {
  /// Four decimal numbers of 0 to 255 without leading zeros.
  static func isIPv4(_ bytes: some Collection<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit) else { return false }
        if part.count > 1, part.first == 0x30 { return false }
        return part.reduce(0) { $0 * 10 + Int($1 &- 0x30) } <= 255
      }
  }

  /// Eight groups of hexadecimal digits. `::` replaces one run of groups, and an IPv4 address the last two. A zone
  /// (RFC 4007) is not part of an address.
  static func isIPv6(_ bytes: some Collection<UInt8>) -> Bool {
    // The longest address has six groups and an IPv4 address.
    guard bytes.count <= 45 else { return false }
    var parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)[...]
    guard parts.count >= 3 else { return false }
    var isShortened = false
    if let first = parts.first, first.isEmpty {
      // At the start only `::` is allowed, which gives two empty parts.
      parts = parts.dropFirst()
      guard parts.first?.isEmpty == true else { return false }
    }
    if let last = parts.last, last.isEmpty {
      parts = parts.dropLast()
      guard parts.last?.isEmpty == true else { return false }
    }
    var groups = 0
    for (index, part) in zip(parts.indices, parts) {
      if part.isEmpty {
        guard !isShortened else { return false }
        isShortened = true
      } else if part.count <= 4, part.allSatisfy(\.isASCIIHexDigit) {
        groups += 1
      } else if index == parts.endIndex - 1, isIPv4(part) {
        groups += 2
      } else {
        return false
      }
    }
    return isShortened ? groups <= 7 : groups == 8
  }
}
