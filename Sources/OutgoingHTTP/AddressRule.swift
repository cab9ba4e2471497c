internal import HTTPWire
internal import Synchronization

/// Decides to which resolved addresses a client may connect. The check is made for each connection, after the name was
/// resolved: a name may resolve to another address later.
package final class AddressRule: Sendable {
  private enum Kind: Sendable {
    case any
    case publicOnly
    case ofOneNetwork
  }

  /// The networks between which the addresses of one name do not change.
  enum Network: String, Sendable {
    case loopback = "this machine"
    case local = "a private network"
    case global = "the Internet"

    private static let loopbacks = ["127.0.0.0/8", "::1/128"].compactMap { AddressBlock($0) }
    /// Link-local addresses, addresses of this network, and the metadata services of clouds, which give away
    /// credentials.
    private static let forbidden = [
      "0.0.0.0/8", "::/128", "169.254.0.0/16", "fe80::/10", "fd00:ec2::/32", "fd20:ce::254/128",
      "100.100.100.200/32", "168.63.129.16/32",
    ].compactMap { AddressBlock($0) }

    /// Nil for an address that no name may have.
    init?(_ text: String) {
      guard let address = IPAddress(text), !Self.forbidden.contains(where: { $0.contains(address) }) else {
        return nil
      }
      self =
        Self.loopbacks.contains { $0.contains(address) }
        ? .loopback : PublicNetwork.contains(text) ? .global : .local
    }
  }

  /// All addresses.
  package static let any = AddressRule(.any)
  /// The addresses of the public Internet.
  static let publicOnly = AddressRule(.publicOnly)

  private let kind: Kind
  /// The network of the first connection; nil before it.
  private let network = Mutex<Network?>(nil)

  private init(_ kind: Kind) { self.kind = kind }

  /// The addresses of one host. A literal address is allowed as it is. A name may have no link-local address and none of
  /// a metadata service, and all its addresses are in the network of the first one: this machine, private networks or
  /// the Internet. So a change of the name's records cannot lead into another network (DNS rebinding).
  package convenience init(host: String) {
    self.init(IPAddress(host) == nil ? .ofOneNetwork : .any)
  }

  /// The reason why a client may not connect to an address; nil if it may.
  func refusal(of address: String) -> OutgoingError? {
    switch kind {
    case .any: return nil
    case .publicOnly:
      return PublicNetwork.contains(address)
        ? nil
        : OutgoingError(
          "\(address) is a private address; start the server with --webhook-private-addresses to allow it")
    case .ofOneNetwork:
      guard let found = Network(address) else {
        return OutgoingError(
          "the name of the host leads to \(address), an address that no name may have; name the address itself to allow it"
        )
      }
      let first = network.withLock { network in
        let first = network ?? found
        network = first
        return first
      }
      guard first != found else { return nil }
      return OutgoingError(
        "the name of the host led to \(first.rawValue), and now leads to \(address), which is in \(found.rawValue)"
      )
    }
  }
}
