import Foundation
import Screens

/// The address of a server: an `http://` or `https://` URL without query and fragment.
struct ServerAddress {
  /// The URL without a trailing slash.
  let text: String
  /// A name or an address; an IPv6 address in brackets.
  private let host: String

  /// Why a text is not a valid address.
  struct FormatError: Error {
    let message: String
  }

  init(_ text: String) throws(FormatError) {
    guard text.utf8.allSatisfy(Self.isAllowed), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.percentEncodedHost, !host.isEmpty,
      !host.contains("%"),
      (0...65535).contains(parts.port ?? 80)
    else { throw FormatError(message: "\(printable(text)) is not an http:// or https:// URL") }
    guard parts.user == nil, parts.query == nil, parts.fragment == nil else {
      throw FormatError(
        message: "\(printable(text)) can only have a host, a port and a path; give a token with --token")
    }
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    self.text = text
    self.host = host
  }

  /// Whether a URL can contain a byte (RFC 3986 appendix A). Foundation encodes others.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  /// A port of this machine.
  init(port: Int) {
    host = "127.0.0.1"
    text = "http://\(host):\(port)"
  }

  /// Whether the address is a loopback address, so that the server is certainly on this machine.
  var isLoopback: Bool {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = octets.count == 4 && octets.allSatisfy { UInt8($0) != nil }
    return host.lowercased() == "localhost" || host == "[::1]" || (isAddress && octets.first == "127")
  }
}
