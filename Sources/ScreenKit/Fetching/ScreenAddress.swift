import Foundation

/// Where a client's screens are.
struct ScreenAddress: Sendable {
  private let base: String
  private let query: String

  /// Parameters of the API, which cannot be attributes.
  static let reserved: Set = ["user", "variant", "version", "format", "release"]

  /// - Throws: ``ScreenClientError`` for an attribute whose name means something else.
  init(_ configuration: ScreenClientConfiguration) throws(ScreenClientError) {
    var base = configuration.baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    var parameters = [("format", configuration.format.name)]
    if let user = configuration.user { parameters.append(("user", user)) }
    for (name, value) in configuration.attributes.sorted(by: { $0.key < $1.key }) {
      guard !Self.reserved.contains(name), !name.isEmpty else { throw .reservedAttribute(name) }
      parameters.append((name, value))
    }
    query = parameters.map { Self.encode($0) + "=" + Self.encode($1) }.joined(separator: "&")
  }

  func screen(_ route: String) throws(ScreenClientError) -> URL {
    guard Self.isRoute(route), let url = URL(string: "\(base)/screens/\(route)?\(query)") else {
      throw .badRoute(route)
    }
    return url
  }

  func events(_ route: String) throws(ScreenClientError) -> URL {
    guard Self.isRoute(route), let url = URL(string: "\(base)/screens/\(route)/events") else {
      throw .badRoute(route)
    }
    return url
  }

  /// What tells one stored screen from another.
  func key(_ route: String, viewTypes: [String], release: String?) -> String {
    [base, route, query, viewTypes.joined(separator: ","), release ?? ""].joined(separator: "\n")
  }

  /// Segments of letters, digits, `.`, `_` and `-` that begin with a letter or digit.
  private static func isRoute(_ route: String) -> Bool {
    !route.isEmpty && route.utf8.count <= 200
      && route.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { segment in
        segment.utf8.first.map(isAlphanumeric) == true
          && segment.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Everything but RFC 3986's unreserved characters as `%XX`. URLComponents would leave `+`, which a form reads as a
  /// space.
  private static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return encoded
  }
}
