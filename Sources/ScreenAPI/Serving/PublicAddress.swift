package import HTTPWire
import Synchronization

/// The address by which clients reach the server. It is the base of the URLs of assets.
package final class PublicAddress: Sendable {
  /// The configured address for all clients; nil to use the address by which each client reached the server.
  let fixed: String?
  private let proxies: TrustedProxies
  /// The address that the server listens on, for requests without a `Host`; nil before it listens.
  private let listening = Mutex<String?>(nil)
  /// The renditions for all addresses except the first one of each screen.
  let renditions = AddressRenditionCache()

  /// - Parameters:
  ///   - fixed: `https://screens.example`, the address for all clients.
  ///   - proxies: the proxies whose forwarding fields are trusted.
  package init(_ fixed: String? = nil, proxies: TrustedProxies = TrustedProxies()) {
    self.fixed = fixed
    self.proxies = proxies
  }

  /// Sets the address that the server listens on. Only the first call has an effect.
  /// - Parameter host: a name or an address. No client can use an address that means all of the machine's (`0.0.0.0`,
  ///   `::`), so that of the loopback is taken instead.
  package func set(host: String, port: Int) {
    var host = host
    if let address = IPAddress(host), address.bytes.allSatisfy({ $0 == 0 }) {
      host = address.bytes.count == 4 ? "127.0.0.1" : "::1"
    }
    let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    listening.withLock { $0 = $0 ?? url }
  }

  /// The address for the client of a request; nil if the request has none and the server does not listen yet.
  func url(for request: borrowing HTTPRequest) -> String? {
    if let fixed { return fixed }
    return request.clientFacingURL(through: proxies) ?? listening.withLock { $0 }
  }

  /// The port that the server listens on; nil before it listens.
  var listeningPort: Int? {
    listening.withLock { $0 }.flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
  }

  /// The address of the client, also behind trusted proxies; nil if it is not known.
  func client(of request: borrowing HTTPRequest) -> NumericAddress? {
    Forwarding(request, proxies)?.client.flatMap { NumericAddress($0) } ?? request.peer
  }

  /// The host and port by which the client reached the server, in lower case; nil if the request has none.
  func authority(of request: borrowing HTTPRequest) -> String? {
    request.clientFacingURL(through: proxies).map { Self.authority(ofURL: $0) }
  }

  /// The host and port of an absolute URL.
  static func authority(ofURL url: String) -> String {
    let parts = url.split(separator: "/", omittingEmptySubsequences: true)
    return parts.count > 1 ? String(parts[1]) : ""
  }

  /// The path of an absolute URL, without a slash at its end; empty for the root.
  static func path(ofURL url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 3 && !parts[3].isEmpty ? "/" + parts[3] : ""
  }

  /// The request fields that affect the address, for `Vary`. A cache's key contains the host already. But some caches
  /// use the host of the server behind them, and would send one client the address of another.
  var vary: [String] {
    if fixed != nil { return [] }
    return proxies.isEmpty ? ["Host"] : ["Host", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto"]
  }
}
