import HTTPWire
import JSONText
import Screens

/// The protection of the console in a browser: the session's cookie counts only in requests of the console's own pages,
/// sent to a host name of this server.
struct ConsoleAccess: Sendable {
  let sessions = ConsoleSessions()
  let limiter = SignInLimiter()
  /// The host that the server listens on, as configured.
  let boundHost: String

  init(boundHost: String) { self.boundHost = boundHost }

  /// Whether a host and port name this server.
  ///
  /// A page of another site can have its own name resolve to this server's address (DNS rebinding). It cannot make the
  /// browser send a loopback name or an address as `Host`.
  func isOwn(_ authority: String, publicURL: String?) -> Bool {
    let host = Self.host(of: authority)
    if let publicURL, Self.host(of: PublicAddress.authority(ofURL: publicURL).lowercased()) == host {
      return true
    }
    if host == "localhost" || host.hasSuffix(".localhost") || host == boundHost.lowercased() { return true }
    guard let address = IPAddress(host) else { return false }
    if Self.loopback.contains(where: { $0.contains(address) }) { return true }
    // A server that listens on all addresses does not know them. Unlike a name, an address in `Host` cannot be rebound.
    return IPAddress(boundHost).map { $0 == address || $0.bytes.allSatisfy { $0 == 0 } } ?? false
  }

  private static let loopback = [AddressBlock("127.0.0.0/8"), AddressBlock("::1/128")].compactMap(\.self)

  /// The host of an authority, in lower case, without port and brackets.
  private static func host(of authority: String) -> String {
    if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
    return String(authority.prefix { $0 != ":" })
  }

  /// Whether a page of the same origin has sent a write: the browser's `Sec-Fetch-Site` or `Origin` says so, and the
  /// request has `Marquee-Console`, which other origins cannot send without a preflight.
  static func isSameOrigin(_ request: borrowing HTTPRequest, address: String?) -> Bool {
    guard request.list(.marqueeConsole) == "1" else { return false }
    if let site = request.list(.secFetchSite) { return site == "same-origin" }
    guard let origin = request.field(.origin), let address else { return false }
    return String(decoding: origin).lowercased() == address.lowercased()
  }
}

extension ScreenAPI {
  /// The name of the cookie. It contains the port, because browsers do not separate cookies by port.
  func consoleCookie() -> String { "marquee-\(serving.address.listeningPort ?? 0)" }

  /// The session ids in the console's cookies. There may be several: another server of the same site can set
  /// a cookie with this name, too.
  func consoleSessionIDs(_ request: borrowing HTTPRequest) -> [String] {
    guard let cookies = request.list(.cookie) else { return [] }
    let name = consoleCookie()
    return Array(cookies.utf8).withBytes { CookieField.pairs($0) }.filter { $0.name == name }.map(\.value)
  }

  /// Checks that the request names this server as its host.
  func checkHost(_ request: borrowing HTTPRequest, _ access: ConsoleAccess) throws(Problem) {
    let authority = serving.address.authority(of: request)
    guard let authority, access.isOwn(authority, publicURL: serving.address.fixed) else {
      throw Problem(
        .misdirected,
        "the console is not served under this host; use a loopback name, the address that the server listens on, or "
          + "start it with --public-url")
    }
  }

  /// The session of a request by its cookie; nil without a valid one.
  func consoleSession(_ request: borrowing HTTPRequest) throws(Problem) -> ConsoleSessions.Session? {
    guard let access = environment.console else { return nil }
    let now = publisher.now
    let known = consoleSessionIDs(request).lazy.compactMap { id in
      access.sessions.session(id, now: now).map { (id: id, session: $0) }
    }
    guard let (id, session) = known.first else { return nil }
    try checkHost(request, access)
    // A revoked token ends its sessions.
    if let token = session.token, publisher.tokens.token(digest: token) == nil {
      access.sessions.end(id)
      return nil
    }
    switch request.method {
    case .get, .head: break
    default:
      guard ConsoleAccess.isSameOrigin(request, address: serving.address.url(for: request)) else {
        throw Problem(
          .crossSite,
          "a write with the console's cookie needs Sec-Fetch-Site: same-origin, or an equal Origin, and "
            + "Marquee-Console: 1; scripts send Authorization: Bearer TOKEN instead")
      }
    }
    return session
  }
}
