import AdminTokenFile
package import Foundation
import HTTPWire
import JSONText
import Screens

extension Marquee.Configuration {
  /// Checks all values. Opens nothing.
  /// - Returns: the trusted proxies.
  func checked() throws(StartError) -> TrustedProxies {
    try checkPlaces()
    try Self.check(port, "port", in: Self.ports)
    try Self.check(loops, "loops", in: Self.loopCounts)
    try Self.check(journal, "journal", in: Self.journalCapacities)
    try Self.check(keepVersions ?? 1, "keepVersions", in: 1...Int.max)
    if let adminToken, !AdminToken.isValid(adminToken) {
      // Without the value, which is a secret.
      throw StartError("the admin token cannot be sent in a request; it consists of \(AdminToken.rule)")
    }
    if exposureSalt == "" {
      throw StartError("exposureSalt is empty; write a key, or nil to record units in plain text")
    }
    if let publicURL, !Self.isPublicURL(publicURL) {
      throw StartError(
        "publicURL is \(publicURL); write an http or https URL with a host and no slash at its end, such as https://screens.example"
      )
    }
    if let upstream, !Self.isUpstream(upstream) {
      // Without the value: it can contain a password.
      throw StartError(
        "upstream is no http or https URL with a host and without a user, query and fragment, such as https://api.example"
      )
    }
    if upstreamRecording != nil, upstream == nil {
      throw StartError("upstreamRecording records the answers of upstream; set both")
    }
    if upstream != nil, store != nil, !allowsUpstreamWithStore {
      throw StartError(
        "upstream is for one server and its tests, and store for several nodes; set allowsUpstreamWithStore to have both"
      )
    }
    if let otlp, !Self.isCollector(otlp) {
      throw StartError(
        "otlp is \(otlp); write an http or https URL with a host and no query, such as http://127.0.0.1:4318")
    }
    if let delay, delay.checked == nil {
      throw StartError("delay is \(delay); \(Marquee.Delay.rule)")
    }
    return try proxies()
  }

  // MARK: Rules that the command line shares

  package static let ports = 0...65535
  package static let loopCounts = 0...64
  package static let journalCapacities = 0...100_000

  /// Whether a URL can be the base of assets.
  package static func isPublicURL(_ url: URL) -> Bool {
    ["http", "https"].contains(url.scheme) && url.host() != nil && !url.absoluteString.hasSuffix("/")
  }

  /// Whether a URL can be that of an app's real backend.
  package static func isUpstream(_ url: URL) -> Bool {
    ["http", "https"].contains(url.scheme) && !(url.host() ?? "").isEmpty && url.user() == nil
      && url.password() == nil && url.query() == nil && url.fragment() == nil
      && !url.path().split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  /// Whether a URL can be that of a collector of spans.
  package static func isCollector(_ url: URL) -> Bool {
    ["http", "https"].contains(url.scheme) && url.host() != nil && url.query() == nil
  }

  /// Whether a text is a block of IPv4 or IPv6 addresses in CIDR notation.
  package static func isAddressBlock(_ text: String) -> Bool { AddressBlock(text) != nil }

  // MARK: Checks

  /// The URL of a server with this host.
  func url(port: Int) throws(StartError) -> URL {
    guard let url = URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)") else {
      throw StartError("host is \(quoted(host)); write a name or an address, such as 127.0.0.1 or ::1")
    }
    return url
  }

  private func checkPlaces() throws(StartError) {
    _ = try url(port: 0)
    // Without the value: it can contain a password.
    if let store, !Stores.isConnection(store) {
      throw StartError(
        "store is not a connection string of PostgreSQL, such as postgresql://marquee@db.example/marquee; a folder is data"
      )
    }
    if let data, Stores.isConnection(data) {
      throw StartError("data is a connection string; write the path of a folder, or set store")
    }
  }

  private static func check(
    _ value: Int, _ name: String, in range: ClosedRange<Int>
  ) throws(StartError) {
    guard !range.contains(value) else { return }
    let rule =
      range.upperBound == .max
      ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    throw StartError("\(name) is \(value); write a number \(rule)")
  }

  private func proxies() throws(StartError) -> TrustedProxies {
    var blocks: [AddressBlock] = []
    for text in trustedProxies {
      guard let block = AddressBlock(text) else {
        throw StartError(
          "trustedProxies has \(quoted(text)); write a block of addresses such as 10.0.0.0/8, or 192.0.2.1/32 for one address"
        )
      }
      blocks.append(block)
    }
    return TrustedProxies(blocks)
  }
}
