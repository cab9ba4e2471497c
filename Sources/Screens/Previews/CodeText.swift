import JSONText

/// Which texts a preview leaves out, because programs read them, and not people.
package enum CodeText: Sendable {
  /// Addresses of pictures.
  case pictures
  /// Identifiers, colours and addresses: `733f5bde-…`, `c1_e6eafa`, `#f8f9fa`.
  case identifiers
  /// These, and words without capitals, spaces or other marks of a language: `tab_bar`, `CENTER`, `h-20`, `navigate`.
  case all

  /// Whether a URI ends with the name of a picture, before its query.
  package static func isPicture(_ uri: String) -> Bool {
    let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"].contains { path.hasSuffix($0) }
  }

  /// Whether a text is one to leave out.
  package func matches(_ text: String) -> Bool {
    if case .pictures = self { return Self.isPicture(text) }
    let bytes = text.utf8
    // Texts of people have spaces, or letters of other scripts.
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    if bytes.first == UInt8(ascii: "#"), bytes.dropFirst().allSatisfy(Self.isHex) { return true }
    let hasDigit = bytes.contains(where: Self.isDigit)
    let letters = bytes.filter(Self.isLetter)
    let isHexadecimal = bytes.allSatisfy { Self.isHex($0) || $0 == UInt8(ascii: "-") }
    if isHexadecimal, hasDigit, bytes.count >= 8, !letters.isEmpty { return true }
    if hasDigit,
      bytes.contains(UInt8(ascii: "_")) || text.hasURIPrefix("https:") || text.hasURIPrefix("http:")
    {
      return true
    }
    guard case .all = self else { return false }
    if letters.isEmpty { return bytes.allSatisfy(Self.isDigit) }
    if bytes.contains(where: { "_:/$@{}=".utf8.contains($0) }) { return true }
    // A word that begins a sentence, such as a name, has one capital at its beginning.
    let capitals = letters.count { Self.isCapital($0) }
    return capitals == 0 || capitals == letters.count && letters.count > 1
      || capitals > 0 && !(bytes.first.map(Self.isCapital) ?? false) || hasDigit && !letters.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { isCapital(byte) || (0x61...0x7A).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
