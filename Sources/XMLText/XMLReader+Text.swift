/// The characters that a text or an attribute value stands for.
extension XMLReader {
  /// The text with its references replaced and its line ends as LF (XML 1.0 §2.11). In attributes, white space that
  /// is not a reference becomes spaces (§3.3.3).
  func decoded(
    _ raw: ArraySlice<UInt8>, at start: Int, isAttribute: Bool = false
  ) throws(XMLSyntaxError) -> String {
    var result = ""
    var place = raw.startIndex
    while place < raw.endIndex {
      let end = raw[place...].firstIndex(of: UInt8(ascii: "&")) ?? raw.endIndex
      let plain = Self.withLineFeeds(raw[place..<end])
      if isAttribute {
        result.unicodeScalars += plain.unicodeScalars.lazy.map { $0 == "\n" || $0 == "\t" ? " " : $0 }
      } else {
        if let marker = raw[place..<end].firstIndex(of: UInt8(ascii: "]")),
          let found = Self.endMarker(raw[marker..<end])
        {
          throw error(at: found, "\"]]>\" is not allowed in text", "write ]]&gt;")
        }
        result += plain
      }
      guard end < raw.endIndex else { break }
      guard let semicolon = raw[end...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
        throw error(at: end, "\"&\" begins no reference", "write a literal \"&\" as &amp;")
      }
      result.unicodeScalars.append(try scalar(raw[(end + 1)..<semicolon], at: end))
      place = semicolon + 1
    }
    return result
  }

  private static func endMarker(_ raw: ArraySlice<UInt8>) -> Int? {
    raw.indices.first { raw[$0] == UInt8(ascii: "]") && raw[$0...].starts(with: [0x5D, 0x5D, 0x3E]) }
  }

  private func scalar(_ raw: ArraySlice<UInt8>, at offset: Int) throws(XMLSyntaxError) -> Unicode.Scalar {
    let reference = String(decoding: raw, as: UTF8.self)
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard reference.hasPrefix("#") else {
      throw error(
        at: offset, "the entity &\(reference); is not known",
        "write its character, or a literal \"&\" as &amp;")
    }
    let isHexadecimal = reference.hasPrefix("#x")
    let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.isDigit($0, hexadecimal: isHexadecimal) }),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number),
      XMLCharacters.isAllowed(scalar)
    else { throw error(at: offset, "&\(reference); is no character that XML allows", "remove it") }
    return scalar
  }

  private static func isDigit(_ byte: UInt8, hexadecimal: Bool) -> Bool {
    switch byte {
    case 0x30...0x39: true
    case 0x41...0x46, 0x61...0x66: hexadecimal
    default: false
    }
  }

  static func withLineFeeds(_ raw: ArraySlice<UInt8>) -> String {
    guard raw.contains(0x0D) else { return String(decoding: raw, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var previous: UInt8 = 0
    for byte in raw {
      if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || previous != 0x0D { bytes.append(byte) }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
