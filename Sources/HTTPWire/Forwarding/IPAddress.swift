#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2) equals the IPv4
/// address.
package struct IPAddress: Hashable, Sendable {
  /// The 4 or 16 bytes in network order.
  package let bytes: [UInt8]

  /// Parses `192.0.2.1` or `2001:db8::1`, ignoring a zone (`fe80::1%eth0`). Returns nil for any other text.
  package init?(_ text: some StringProtocol) {
    let text = String(text.prefix { $0 != "%" })
    // A C string ends at a zero byte, so `inet_pton` would ignore the rest.
    guard !text.utf8.contains(0) else { return nil }
    var version4 = in_addr()
    var version6 = in6_addr()
    // SAFETY: each destination has the size that its family requires, and the text ends with a zero byte.
    if unsafe inet_pton(AF_INET, text, &version4) == 1 {
      bytes = unsafe withUnsafeBytes(of: &version4) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &version6) == 1 {
      let all = unsafe withUnsafeBytes(of: &version6) { unsafe Array($0) }
      bytes = Array(all.starts(with: Self.mapped) ? all[Self.mapped.count...] : all[...])
    } else {
      return nil
    }
  }

  /// The prefix of an IPv4-mapped IPv6 address.
  static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
