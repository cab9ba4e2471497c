/// A block of addresses in CIDR notation: `10.0.0.0/8`, `fd00::/8` (RFC 4632 §3.1, RFC 4291 §2.3).
package struct AddressBlock: Hashable, Sendable {
  private let address: IPAddress
  /// The number of leading bits that all addresses of the block share.
  private let prefix: Int

  /// Returns nil if `text` is not an address, a slash and a prefix length. Bits beyond the prefix are ignored.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPAddress(parts[0]), !parts[0].contains("%"),
      (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(ByteClass.isDigit),
      var prefix = Int(parts[1])
    else { return nil }
    if parts[0].contains(":"), address.bytes.count == 4 { prefix -= IPAddress.mapped.count * 8 }
    guard (0...address.bytes.count * 8).contains(prefix) else { return nil }
    self.address = address
    self.prefix = prefix
  }

  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let (whole, rest) = prefix.quotientAndRemainder(dividingBy: 8)
    guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard rest > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
    return (other.bytes[whole] ^ address.bytes[whole]) & mask == 0
  }
}
