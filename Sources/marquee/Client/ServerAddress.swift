import Foundation

/// The address of a server: an `http://` URL without query and fragment.
struct ServerAddress {
  /// The URL as given, without a trailing slash.
  let text: String
  /// A name or an address; an IPv6 address in brackets.
  let host: String
  let port: Int
  /// The prefix of all paths: empty, or the path of a proxy without a trailing slash.
  let prefix: String

  /// Why a text is not a valid address.
  struct FormatError: Error {
    let message: String
  }

  init(_ text: String) throws(FormatError) {
    let parts = URLComponents(string: text)
    if parts?.scheme?.lowercased() == "https" {
      throw FormatError(
        message: "https:// is not supported; run a tunnel or a proxy on this machine and use its http:// URL")
    }
    guard let parts, parts.scheme?.lowercased() == "http", let host = parts.percentEncodedHost, !host.isEmpty,
      host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }),
      (0...65535).contains(parts.port ?? 80)
    else { throw FormatError(message: "\(text) is not an http:// URL") }
    guard parts.user == nil, parts.query == nil, parts.fragment == nil else {
      throw FormatError(message: "\(text) can only have a host, a port and a path; give a token with --token")
    }
    var prefix = parts.percentEncodedPath
    var shown = text
    while prefix.hasSuffix("/") { prefix.removeLast() }
    while shown.hasSuffix("/") { shown.removeLast() }
    self.init(text: shown, host: host, port: parts.port ?? 80, prefix: prefix)
  }

  init(text: String, host: String, port: Int, prefix: String = "") {
    self.text = text
    self.host = host
    self.port = port
    self.prefix = prefix
  }

  /// The value of the field `Host`.
  var authority: String { port == 80 ? host : "\(host):\(port)" }

  /// Whether the address is a loopback address, so that the server is certainly on this machine.
  var isLoopback: Bool {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = octets.count == 4 && octets.allSatisfy { UInt8($0) != nil }
    return host.lowercased() == "localhost" || host == "[::1]" || (isAddress && octets.first == "127")
  }
}
