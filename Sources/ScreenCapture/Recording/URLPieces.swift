import JSONText

/// The parts of a URL, or of the parameters of a header field, each of which can be replaced.
enum URLPieces {
  struct Piece {
    /// What precedes the value: a separator, and the name of a parameter with its `=`.
    let start: String
    /// The name of a parameter, decoded; nil for a part of a path.
    let name: String?
    let value: String
    let isEncoded: Bool

    var decodedValue: String { isEncoded ? URLPieces.decoded(value) : value }

    /// The piece with another value, which is not encoded.
    func text(with new: String) -> String {
      guard new != decodedValue else { return start + value }
      return start + (isEncoded ? PercentEncoding.encoded(new) : new)
    }
  }

  /// The segments of the path, and the parameters of the query and the fragment, such as `#access_token=…`.
  static func ofURL(_ text: String) -> [Piece] {
    var rest = text
    var pieces: [Piece] = []
    // RFC 3986 §3.2.1: a user and a password precede the host.
    if let start = text.firstRange(of: "//")?.upperBound {
      let authority = text[start...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") {
        pieces.append(
          Piece(
            start: String(text[..<start]), name: "password", value: String(text[start..<at]),
            isEncoded: true))
        rest = String(text[at...])
      }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    pieces += Self.pieces(path, separators: "/;", isEncoded: true)
    // The value of a parameter can contain slashes.
    return pieces + Self.pieces(rest[path.endIndex...], separators: "?#&", isEncoded: true)
  }

  /// The parameters of a challenge (RFC 9110 §11.6.1): `Bearer realm="a", error=b`.
  static func ofParameters(_ text: String) -> [Piece] {
    pieces(text[...], separators: " ,\"", isEncoded: false)
  }

  private static func pieces(
    _ text: Substring, separators: String, isEncoded: Bool
  ) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text
    /// The name of the parameter whose value is in quotes.
    var pending: Substring?
    while !rest.isEmpty {
      let start = rest.prefix { separators.contains($0) }
      let part = rest[start.endIndex...].prefix { !separators.contains($0) }
      rest = rest[part.endIndex...]
      if let equals = part.firstIndex(of: "=") {
        let value = part[part.index(after: equals)...]
        let name = part[..<equals]
        pieces.append(
          Piece(
            start: String(start) + String(part[...equals]),
            name: isEncoded ? decoded(String(name)) : String(name),
            value: String(value), isEncoded: isEncoded))
        pending = value.isEmpty ? name : nil
      } else {
        pieces.append(
          Piece(
            start: String(start), name: start == "\"" ? pending.map(String.init) : nil,
            value: String(part),
            isEncoded: isEncoded))
        pending = nil
      }
    }
    return pieces
  }

  private static func decoded(_ text: String) -> String {
    PercentEncoding.bytes(of: Array(text.utf8)[...]).flatMap {
      String(validating: $0, as: UTF8.self)
    } ?? text
  }
}
