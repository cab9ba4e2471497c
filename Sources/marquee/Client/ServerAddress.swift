import Foundation

/// Where a server is: an `http://` URL without query and fragment.
struct ServerAddress {
  /// As it is shown, without a slash at the end.
  let text: String
  /// A name or an address, one of version 6 in brackets.
  let host: String
  let port: Int
  /// What goes before every path: empty, or a path of a proxy without a slash at the end.
  let prefix: String

  /// Why a text is no such URL.
  struct Fault: Error {
    let message: String
  }

  init(_ text: String) throws(Fault) {
    let parts = URLComponents(string: text)
    if parts?.scheme?.lowercased() == "https" {
      throw Fault(
        message: "https:// is not spoken: run a tunnel or a proxy on this machine, and name its http:// URL")
    }
    guard let parts, parts.scheme?.lowercased() == "http", let host = parts.percentEncodedHost, !host.isEmpty,
      host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }),
      (0...65535).contains(parts.port ?? 80)
    else { throw Fault(message: "\(text) is no http:// URL") }
    guard parts.user == nil, parts.query == nil, parts.fragment == nil else {
      throw Fault(message: "\(text) has more than a host, a port and a path; a token goes with --token")
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

  /// Whether it is certain that this is a server of this machine.
  var isLoopback: Bool {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = octets.count == 4 && octets.allSatisfy { UInt8($0) != nil }
    return host.lowercased() == "localhost" || host == "[::1]" || (isAddress && octets.first == "127")
  }
}
