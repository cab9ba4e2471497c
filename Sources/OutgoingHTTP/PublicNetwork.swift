internal import HTTPWire

/// The addresses of the public Internet: all except multicast and the special addresses of IANA's registries
/// (<https://www.iana.org/assignments/iana-ipv4-special-registry>,
/// <https://www.iana.org/assignments/iana-ipv6-special-registry>).
package enum PublicNetwork {
  private static let special = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    // IPv6 addresses that contain IPv4 addresses (NAT64, 6to4, Teredo) can lead to private networks.
    "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
    "3fff::/20", "5f00::/16", "fc00::/7",
    "fe80::/10", "fec0::/10", "ff00::/8",
  ].compactMap { AddressBlock($0) }

  /// Whether a text is an address of the public Internet. An IPv6 address may have a zone.
  package static func contains(_ text: String) -> Bool {
    guard let address = IPAddress(text.prefix { $0 != "%" }) else { return false }
    return !special.contains { $0.contains(address) }
  }
}
