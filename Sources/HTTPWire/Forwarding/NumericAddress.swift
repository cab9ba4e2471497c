/// An IP address as a number, so that a request carries it without reference counting.
package struct NumericAddress: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The network that one person is likely to have: an IPv4 address, or the first 64 bits of an IPv6 address
  /// (RFC 4291 §2.5.1).
  package var network: NumericAddress {
    high == 0 && low >> 32 == 0xFFFF ? self : NumericAddress(high: high, low: 0)
  }

  /// The network that a provider is likely to give to one customer: the first 24 bits of an IPv4 address, or the first 56
  /// bits of an IPv6 address (RFC 6177 §2).
  package var subnet: NumericAddress {
    high == 0 && low >> 32 == 0xFFFF
      ? NumericAddress(high: 0, low: low & ~0xFF) : NumericAddress(high: high & ~0xFF, low: 0)
  }

  /// The 16 bytes of the address; an IPv4 address is mapped.
  package var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns nil for a text that is not an IP address, such as the path of a socket.
  package init?(_ text: String) {
    guard let address = IPAddress(text) else { return nil }
    // An IPv4 address as an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
    let bytes = address.bytes.count == 4 ? IPAddress.mapped + address.bytes : address.bytes
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
