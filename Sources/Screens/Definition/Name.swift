/// The grammar of the names of items, sections, experiments, variants and route segments: `[A-Za-z0-9][A-Za-z0-9._-]*`.
package enum Name {
  package static let rule = "letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit"

  /// The maximum length in bytes. Clients limit the size of headers, some of which contain names.
  package static let maximumBytes = 200

  package static func isValid(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= maximumBytes else {
      return false
    }
    return text.utf8.allSatisfy {
      isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// Whether a text is the name of a view type, which begins with a letter: `[A-Za-z][A-Za-z0-9._-]*`.
  package static func isViewType(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return isValid(text)
  }

  /// Whether a text is the name of a token. `admin` is the server's own token.
  package static func isToken(_ text: String) -> Bool { isValid(text) && text.lowercased() != "admin" }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
