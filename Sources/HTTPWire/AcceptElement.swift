/// One element of Accept or Accept-Encoding (RFC 9110 §12.5): a range or coding, parameters, and a weight.
struct AcceptElement {
  /// `gzip`, or `text/html` with both parts.
  let name: String
  /// Parameters before the weight, names in lower case.
  let parameters: [(name: String, value: String)]
  /// 1 when none is given; not a number when it can't be read, and then nothing is accepted by it.
  let quality: Double
  /// Place in the list.
  let index: Int

  /// Nil when there is no name, or what follows it is no parameter.
  init?(_ text: String, index: Int) {
    let parts = AcceptElement.split(text, at: 0x3B).map(AcceptElement.trim)
    guard let first = parts.first, !first.isEmpty, !first.utf8.contains(where: ByteClass.isBlank) else {
      return nil
    }
    var parameters: [(name: String, value: String)] = []
    var quality = 1.0
    for part in parts.dropFirst() {
      let bytes = Array(part.utf8)
      let equals = bytes.firstIndex(of: 0x3D) ?? bytes.count
      let name = AcceptElement.lowercased(String(decoding: bytes[..<equals], as: UTF8.self))
      var value = bytes.dropFirst(equals + 1)
      if value.count >= 2, value.first == 0x22, value.last == 0x22 { value = value.dropFirst().dropLast() }
      if name == "q" {
        quality = AcceptElement.weight(Array(value))
        // What follows the weight are extensions of Accept, not parameters of the type.
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

  /// Type and subtype of a media range; nil when it has not both.
  var mediaType: (type: String, subtype: String)? {
    guard let slash = name.utf8.firstIndex(of: 0x2F) else { return nil }
    let type = AcceptElement.lowercased(String(name[..<slash]))
    let subtype = AcceptElement.lowercased(String(name[name.utf8.index(after: slash)...]))
    return type.isEmpty || subtype.isEmpty ? nil : (type, subtype)
  }

  static func list(_ value: String) -> [AcceptElement] {
    split(value, at: 0x2C).enumerated().compactMap { AcceptElement(trim($0.element), index: $0.offset) }
  }

  /// Splits outside of quotes.
  static func split(_ text: String, at separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var quoted = false
    for byte in text.utf8 {
      if byte == 0x22 { quoted.toggle() }
      if byte == separator, !quoted {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
      } else {
        part.append(byte)
      }
    }
    parts.append(String(decoding: part, as: UTF8.self))
    return parts
  }

  static func trim(_ text: String) -> String { Array(text.utf8).withBytes { String(decoding: $0.trimmed) } }

  static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map(ByteClass.lowercased), as: UTF8.self)
  }

  /// The number at the beginning of `text`; what follows it is left alone.
  private static func weight(_ text: [UInt8]) -> Double {
    let number = text.drop(while: ByteClass.isBlank).prefix {
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
