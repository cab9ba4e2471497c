/// The client's side of a request according to trusted proxies: `Forwarded` (RFC 7239), else `X-Forwarded-For`,
/// `X-Forwarded-Host` and `X-Forwarded-Proto`.
package struct Forwarding: Equatable, Sendable {
  /// The client of the first trusted proxy: the rightmost hop that is not a trusted proxy itself. An IP address, or an
  /// RFC 7239 §6 identifier (`unknown`, `_hidden`); nil if no proxy names it.
  package let client: String?
  /// The scheme of the client's request to the proxy: `http` or `https`.
  package let scheme: String?
  /// The host and port of the client's request to the proxy.
  package let authority: String?

  /// The data that one proxy added.
  private struct Hop {
    var node: String?
    var scheme: String?
    var authority: String?
  }

  /// Returns nil if the peer is not a trusted proxy, because every client can send these fields.
  package init?(_ request: borrowing HTTPRequest, _ proxies: TrustedProxies) {
    guard request.isFromTrustedProxy else { return nil }
    let hops =
      if let field = request.list(named: "forwarded") { Self.hops(in: field) } else {
        Self.hops(
          nodes: Self.elements(request.list(named: "x-forwarded-for")),
          hosts: Self.elements(request.list(named: "x-forwarded-host")),
          schemes: Self.elements(request.list(named: "x-forwarded-proto")))
      }
    // Each proxy appends a hop on the right. Hops left of the rightmost untrusted one may be forged.
    var first = max(hops.count - 1, 0)
    while first > 0, let node = hops[first].node, proxies.contains(node) { first -= 1 }
    // A proxy that names no host or scheme has forwarded those of the request unchanged.
    let trusted = hops[first...]
    client = trusted.first?.node
    scheme = trusted.lazy.compactMap(\.scheme).first
    authority = trusted.lazy.compactMap(\.authority).first
  }

  /// `for=192.0.2.1;proto=https;host=screens.example, for="[2001:db8::1]:4711"`
  private static func hops(in field: String) -> [Hop] {
    // A client could leave a quoted string open to hide the hops that proxies append.
    guard FieldList.isClosed(field) else { return [] }
    return FieldList.elements(of: field).filter { !$0.isEmpty }.map { element in
      var hop = Hop()
      for pair in FieldList.elements(of: element, separator: 0x3B) {
        let bytes = Array(pair.utf8)
        guard let equals = bytes.firstIndex(of: 0x3D) else { continue }
        bytes.withBytes { bytes in
          let value = FieldList.unquoted(bytes[equals + 1..<max(bytes.count, equals + 1)])
          let text = String(decoding: value, as: UTF8.self)
          let name = bytes[0..<equals]
          if name.equalsIgnoringCase("for") {
            hop.node = hop.node ?? node(text)
          } else if name.equalsIgnoringCase("proto") {
            hop.scheme = hop.scheme ?? scheme(text)
          } else if name.equalsIgnoringCase("host") {
            hop.authority = hop.authority ?? value.withBytes { Authority.normalized($0) }
          }
        }
      }
      return hop
    }
  }

  /// Combines three lists, to which each proxy appends on the right. If a list of hosts or schemes is shorter than the
  /// list of nodes, some proxies did not append to it: its first element then also applies to the hops on the left.
  private static func hops(nodes: [String], hosts: [String], schemes: [String]) -> [Hop] {
    guard !(nodes.isEmpty && hosts.isEmpty && schemes.isEmpty) else { return [] }
    func element(_ list: [String], fromRight index: Int) -> String? {
      list.isEmpty ? nil : list[max(list.count - 1 - index, 0)]
    }
    return (0..<max(nodes.count, 1)).reversed().map { index in
      Hop(
        node: index < nodes.count ? node(nodes[nodes.count - 1 - index]) : nil,
        scheme: element(schemes, fromRight: index).flatMap(scheme),
        authority: element(hosts, fromRight: index).flatMap { host in
          Array(host.utf8).withBytes { Authority.normalized($0) }
        })
    }
  }

  private static func elements(_ field: String?) -> [String] {
    field.map { FieldList.elements(of: $0, quotes: .none).filter { !$0.isEmpty } } ?? []
  }

  private static func scheme(_ text: String) -> String? {
    let scheme = text.lowercased()
    return scheme == "http" || scheme == "https" ? scheme : nil
  }

  /// A node without its port (RFC 7239 §6); nil if malformed.
  private static func node(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let name: String
    if bytes.first == 0x5B {
      name = String(decoding: bytes.dropFirst().prefix { $0 != 0x5D }, as: UTF8.self)
    } else if bytes.count(where: { $0 == 0x3A }) == 1 {
      name = String(decoding: bytes.prefix { $0 != 0x3A }, as: UTF8.self)
    } else {
      name = text
    }
    if IPAddress(name) != nil || name.lowercased() == "unknown" { return name }
    // obfnode = "_" 1*( ALPHA / DIGIT / "." / "_" / "-")
    let isHidden =
      name.utf8.first == 0x5F && (2...255).contains(name.utf8.count)
      && name.utf8.allSatisfy { ByteClass.unreserved.contains($0) && $0 != 0x7E }
    return isHidden ? name : nil
  }
}

/// Normalizes a host with an optional port (RFC 3986 §3.2) for use in a URL.
enum Authority {
  /// The longest host name has 253 bytes, and a colon and a port have up to six.
  private static let maximumBytes = 259

  /// The authority in lower case and without an empty port; nil if it is malformed or empty.
  static func normalized(_ text: Bytes) -> String? {
    guard !text.isEmpty, text.count <= maximumBytes, RequestTarget.isAuthority(text, needsPort: false) else {
      return nil
    }
    var bytes = text.map(ByteClass.lowercased)
    if bytes.last == 0x3A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// The base URL that the client used: `http://screens.example:8080`. It comes from trusted proxies, a target in
  /// absolute form, or the Host field. Nil if none of these names a host, as HTTP/1.0 allows.
  package func clientFacingURL(through proxies: TrustedProxies) -> String? {
    let forwarding = Forwarding(self, proxies)
    guard let authority = forwarding?.authority ?? authority.flatMap(Authority.normalized) else { return nil }
    return (forwarding?.scheme ?? "http") + "://" + authority
  }
}
