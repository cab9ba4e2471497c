/// Reads the part of XML 1.0 that pictures need. Everything else is refused: document types, entities of their own,
/// processing instructions, CDATA sections, and encodings other than UTF-8.
struct XMLReader {
  enum Event {
    /// Attribute values are decoded.
    case start(name: String, attributes: [(name: String, value: String)])
    case end
    /// Decoded text between tags.
    case text(String)
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// The elements around the current place.
  private var open: [String] = []
  /// Whether the tag that was read last also ends its element.
  private var isEmptyElement = false
  private var hasRoot = false

  /// - Parameter bytes: the document without a byte order mark.
  init(_ bytes: ArraySlice<UInt8>) throws(Picture.Refusal) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Picture.Refusal("an SVG picture is UTF-8")
    }
    // XML 1.0 §2.2 allows no other control characters.
    guard !bytes.contains(where: { $0 < 0x20 && !Self.isSpace($0) }) else {
      throw Picture.Refusal("an SVG picture has no control characters")
    }
    self.bytes = bytes
    index = bytes.startIndex
    skipSpace()
    if has("<?xml") { try readDeclaration() }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// The next event; nil at the end of a complete document.
  mutating func next() throws(Picture.Refusal) -> Event? {
    if isEmptyElement {
      isEmptyElement = false
      open.removeLast()
      return .end
    }
    while let byte = peek {
      if byte != UInt8(ascii: "<") {
        let text = try decoded(take { $0 != UInt8(ascii: "<") })
        if open.isEmpty {
          guard text.utf8.allSatisfy({ Self.isSpace($0) }) else {
            throw malformed("has text outside of its root")
          }
          continue
        }
        return .text(text)
      }
      if has("<!--") {
        try skipComment()
      } else if has("</") {
        return try readEnd()
      } else {
        return try readStart()
      }
    }
    guard hasRoot, open.isEmpty else { throw malformed("ends inside an element") }
    return nil
  }

  // MARK: Tags

  private mutating func readStart() throws(Picture.Refusal) -> Event {
    index += 1
    if peek == UInt8(ascii: "!") { throw malformed("has a document type or a CDATA section") }
    if peek == UInt8(ascii: "?") { throw malformed("has a processing instruction") }
    guard !open.isEmpty || !hasRoot else { throw malformed("has two roots") }
    let name = try readName()
    var attributes: [(name: String, value: String)] = []
    while true {
      let hadSpace = skipSpace()
      if take("/>") {
        isEmptyElement = true
        break
      }
      if take(">") { break }
      guard hadSpace else { throw malformed("has a malformed tag") }
      let attribute = try readAttribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw malformed("repeats the attribute \(quoted(attribute.name))")
      }
      attributes.append(attribute)
      guard attributes.count <= SVGRules.maximumAttributes else { throw malformed("has too many attributes") }
    }
    hasRoot = true
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func readEnd() throws(Picture.Refusal) -> Event {
    index += 2
    let name = try readName()
    skipSpace()
    guard take(">"), open.popLast() == name else { throw malformed("ends an element that is not open") }
    return .end
  }

  private mutating func readAttribute() throws(Picture.Refusal) -> (name: String, value: String) {
    let name = try readName()
    skipSpace()
    guard take("=") else { throw malformed("has an attribute without a value") }
    skipSpace()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed("has an attribute without quotes")
    }
    index += 1
    let raw = take { $0 != quote }
    guard peek == quote, !raw.contains(UInt8(ascii: "<")) else {
      throw malformed("has a malformed attribute")
    }
    index += 1
    return (name, try decoded(raw))
  }

  /// The declaration may name UTF-8 only: another encoding would give the checked bytes another meaning.
  private mutating func readDeclaration() throws(Picture.Refusal) {
    index += 5
    let text = take { $0 != UInt8(ascii: "?") }
    guard take("?>"), let declaration = String(validating: text, as: UTF8.self),
      declaration.wholeMatch(
        of:
          #/\s+version\s*=\s*["']1\.0["'](\s+encoding\s*=\s*["'][Uu][Tt][Ff]-8["'])?(\s+standalone\s*=\s*["'](yes|no)["'])?\s*/#
      ) != nil
    else { throw malformed("begins with a declaration of another version or encoding than XML 1.0 in UTF-8") }
  }

  private mutating func skipComment() throws(Picture.Refusal) {
    index += 4
    while index < bytes.endIndex, !has("--") { index += 1 }
    guard take("-->") else { throw malformed("has a malformed comment") }
  }

  // MARK: Text

  /// ASCII letters, digits, and `_.:-`: all names that the rules allow.
  private mutating func readName() throws(Picture.Refusal) -> String {
    let name = take { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_.:-".utf8.contains(byte)
      }
    }
    guard let first = name.first, !(0x30...0x39).contains(first), first != 0x2D, first != 0x2E else {
      throw malformed("has a malformed name")
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The text with its references replaced. Only the five entities of XML are known.
  private func decoded(_ raw: ArraySlice<UInt8>) throws(Picture.Refusal) -> String {
    var parts = raw.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    var text = String(decoding: parts.removeFirst(), as: UTF8.self)
    for part in parts {
      guard let end = part.firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(Substring(decoding: part[..<end], as: UTF8.self))
      else { throw malformed("has an entity of its own") }
      text.unicodeScalars.append(scalar)
      text += String(decoding: part[(end + 1)...], as: UTF8.self)
    }
    return text
  }

  private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let digits = reference.dropFirst(reference.hasPrefix("#x") ? 2 : 1)
      guard reference.hasPrefix("#"), digits.utf8.count <= 7, digits.allSatisfy(\.isHexDigit),
        let number = UInt32(digits, radix: reference.hasPrefix("#x") ? 16 : 10),
        number >= 0x20 || number == 0x0A
      else { return nil }
      return Unicode.Scalar(number)
    }
  }

  private func malformed(_ what: String) -> Picture.Refusal { Picture.Refusal("the SVG \(what)") }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func take(_ text: String) -> Bool {
    guard has(text) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func take(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.endIndex, holds(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  @discardableResult
  private mutating func skipSpace() -> Bool { !take { Self.isSpace($0) }.isEmpty }
}
