import Screens

/// The parts of a URL, still percent-encoded (RFC 3986 appendix B).
struct URLParts {
  /// In lower case; empty if there is none.
  let scheme: String
  let authority: String
  /// The host and the port, in lower case.
  let host: String
  let path: ArraySlice<UInt8>
  let query: ArraySlice<UInt8>

  init(_ text: String) {
    var rest = Array(text.utf8)[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    } else {
      query = []
    }
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) else {
      (scheme, authority, host, path) = ("", "", "", rest)
      return
    }
    scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
    rest = rest[(colon + 3)...]
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    authority = String(decoding: rest[..<slash], as: UTF8.self)
    host =
      authority.split(separator: "@", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
    path = rest[slash...]
  }
}
