/// Finds the offset of a value in a valid JSON text by skipping everything before it.
struct JSONScanner {
  private let text: [UInt8]
  private var position: Int

  init(_ text: [UInt8]) {
    self.text = text
    position = text.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
  }

  mutating func offset(of tokens: [String], at anchor: JSONDocument.Anchor) -> Int {
    skipSpace()
    var found = position
    for token in tokens {
      let entered: Int?
      switch byte {
      case UInt8(ascii: "{"): entered = enterMember(token)
      case UInt8(ascii: "["): entered = JSONPointer.arrayIndex(token).flatMap { enterElement($0) }
      default: entered = nil
      }
      guard let name = entered else { return found }
      found = anchor == .name ? name : position
    }
    return anchor == .name ? found : position
  }

  private var byte: UInt8? { position < text.count ? text[position] : nil }

  /// Moves to the value of the last member with this name, which is the one that counts. Returns the offset of the
  /// name.
  private mutating func enterMember(_ name: String) -> Int? {
    let start = position
    var found: (name: Int, value: Int)?
    position += 1
    skipSpace()
    while byte == UInt8(ascii: "\"") {
      let nameStart = position
      skipString()
      let matches = isName(nameStart..<position, name)
      skipSpace()
      position += 1
      skipSpace()
      if matches { found = (nameStart, position) }
      skipValue()
      skipSpace()
      if byte == UInt8(ascii: ",") { position += 1 }
      skipSpace()
    }
    position = found?.value ?? start
    return found?.name
  }

  private mutating func enterElement(_ index: Int) -> Int? {
    let start = position
    position += 1
    skipSpace()
    var count = 0
    while let byte, byte != UInt8(ascii: "]") {
      if count == index { return position }
      skipValue()
      skipSpace()
      if self.byte == UInt8(ascii: ",") { position += 1 }
      skipSpace()
      count += 1
    }
    position = start
    return nil
  }

  /// Whether the quoted source in this range is the name. Decodes only names with escapes.
  private func isName(_ range: Range<Int>, _ name: String) -> Bool {
    let inner = text[range].dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return inner.elementsEqual(name.utf8) }
    guard case .string(let decoded)? = try? JSONParser.parse(Array(text[range])) else { return false }
    return decoded.hasSameScalars(as: name)
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        position += 1
      case UInt8(ascii: ","):
        if depth == 0 { return }
        position += 1
      default:
        position += 1
      }
      if depth == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        return
      }
    }
  }

  private mutating func skipString() {
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }
}
