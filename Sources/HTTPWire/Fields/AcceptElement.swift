/// An element of Accept or Accept-Encoding (RFC 9110 §12.5): a range or coding, parameters, and a weight.
struct AcceptElement {
  /// The coding or the media range: `gzip`, `text/html`.
  let name: String
  /// Parameters before the weight, with names in lower case.
  let parameters: [(name: String, value: String)]
  /// The weight: 1 by default, NaN if malformed. NaN accepts nothing.
  let quality: Double
  /// The position in the list.
  let index: Int

  /// Returns nil if the name is empty or contains a space.
  init?(_ text: String, index: Int) {
    let parts = FieldList.elements(of: text, separator: 0x3B)
    guard let first = parts.first, !first.isEmpty, !first.utf8.contains(where: ByteClass.isWhitespace) else {
      return nil
    }
    var parameters: [(name: String, value: String)] = []
    var quality = 1.0
    for part in parts.dropFirst() {
      let bytes = Array(part.utf8)
      let equals = bytes.firstIndex(of: 0x3D) ?? bytes.count
      let name = AcceptElement.lowercased(String(decoding: bytes[..<equals], as: UTF8.self))
      let value = bytes.withBytes { FieldList.unquoted($0[min(equals + 1, $0.count)..<$0.count]) }
      if name == "q" {
        quality = AcceptElement.weight(value)
        // Parameters after the weight are extensions of Accept, not parameters of the type.
        break
      }
      if !name.isEmpty { parameters.append((name, String(decoding: value, as: UTF8.self))) }
    }
    self.name = first
    self.parameters = parameters
    self.quality = quality
    self.index = index
  }

  init(name: String, quality: Double, index: Int) {
    (self.name, self.quality, self.index, self.parameters) = (name, quality, index, [])
  }

  /// Type and subtype of a media range; nil if one is missing.
  var mediaType: (type: String, subtype: String)? {
    guard let slash = name.utf8.firstIndex(of: 0x2F) else { return nil }
    let type = AcceptElement.lowercased(String(name[..<slash]))
    let subtype = AcceptElement.lowercased(String(name[name.utf8.index(after: slash)...]))
    return type.isEmpty || subtype.isEmpty ? nil : (type, subtype)
  }

  static func list(_ value: String) -> [AcceptElement] {
    FieldList.elements(of: value).enumerated().compactMap { AcceptElement($0.element, index: $0.offset) }
  }

  /// Whether two tokens are equal, ignoring the case of ASCII letters. Compares bytes, because `String ==` treats
  /// canonically equivalent characters as equal: U+1FEF would equal the backtick, which a token may contain.
  static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { ByteClass.lowercased($0) == ByteClass.lowercased($1) }
  }

  static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map(ByteClass.lowercased), as: UTF8.self)
  }

  /// The number at the start of `text`. Ignores the characters after it.
  private static func weight(_ text: [UInt8]) -> Double {
    let number = text.drop(while: ByteClass.isWhitespace).prefix {
      ByteClass.isDigit($0) || $0 == 0x2E || $0 == 0x2D
    }
    var end = number.count
    while end > 0 {
      if let value = Double(String(decoding: number.prefix(end), as: UTF8.self)) { return value }
      end -= 1
    }
    return .nan
  }
}
