/// The recursive-descent parser behind ``JSONParser``, over the bytes of a text.
struct JSONReader {
  let text: [UInt8]
  private let profile: JSONProfile
  private let maximumDepth: Int
  private(set) var position = 0
  private var depth = 0
  /// The offset and fingerprint of each name of the open objects, innermost last.
  private var names: [(offset: Int, print: UInt64)] = []
  /// The reused buffer for strings with escapes.
  private var scratch: [UInt8] = []

  init(_ text: [UInt8], profile: JSONProfile, maximumDepth: Int) {
    self.text = text
    self.profile = profile
    self.maximumDepth = maximumDepth
  }

  mutating func readDocument() throws(SyntaxError) -> JSONValue {
    if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
      position = 3
    }
    skipSpace()
    let value = try readValue()
    skipSpace()
    guard position == text.count else {
      throw unexpected(.end)
    }
    return value
  }

  // MARK: Values

  private mutating func readValue() throws(SyntaxError) -> JSONValue {
    guard let byte = peek() else { throw unexpected(.value) }
    switch byte {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try readNumber())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw unexpected(.value)
    }
  }

  private mutating func readWord(_ word: String, _ value: JSONValue) throws(SyntaxError) -> JSONValue {
    let count = word.utf8.count
    guard position + count <= text.count, text[position..<(position + count)].elementsEqual(word.utf8) else {
      throw unexpected(.value)
    }
    position += count
    return value
  }

  private mutating func enter() throws(SyntaxError) {
    guard depth < maximumDepth else {
      throw SyntaxError(
        code: .tooDeep, offset: position,
        message: "arrays and objects are nested more than \(maximumDepth) deep")
    }
    depth += 1
    position += 1
  }

  private mutating func readArray() throws(SyntaxError) -> JSONValue {
    let opening = position
    try enter()
    var elements: [JSONValue] = []
    skipSpace()
    if peek() == UInt8(ascii: "]") {
      position += 1
      depth -= 1
      return .array([])
    }
    while true {
      elements.append(try readValue())
      skipSpace()
      switch peek() {
      case UInt8(ascii: ","):
        let comma = position
        position += 1
        skipSpace()
        if peek() == UInt8(ascii: "]") { throw trailingComma(comma, in: .array) }
      case UInt8(ascii: "]"):
        position += 1
        depth -= 1
        return .array(elements)
      default:
        throw unexpected(in: .array, from: opening)
      }
    }
  }

  private mutating func readObject() throws(SyntaxError) -> JSONValue {
    let opening = position
    try enter()
    skipSpace()
    if peek() == UInt8(ascii: "}") {
      position += 1
      depth -= 1
      return .object(JSONObject())
    }
    var members: [JSONMember] = []
    let firstName = names.count
    // The names so far, when there are too many for a linear search.
    var seen: [ExactString: Int]?
    while true {
      guard peek() == UInt8(ascii: "\"") else {
        throw peek() == nil ? unexpected(in: .object, from: opening) : unexpected(.name)
      }
      let offset = position
      let name = try readString()
      let print = fingerprint(from: offset, to: position)
      let earlier = earlierMember(
        named: name, print: print, among: members, firstName: firstName, seen: &seen)
      if profile == .strict, let earlier {
        throw SyntaxError(
          code: .duplicateName, offset: offset,
          message: "the member name \(quoted(name)) is repeated",
          hint: "remove or rename one of them", other: ("first", names[firstName + earlier].offset))
      }
      skipSpace()
      guard peek() == UInt8(ascii: ":") else {
        throw unexpected(.colon)
      }
      position += 1
      skipSpace()
      let value = try readValue()
      if let earlier {
        members[earlier].value = value
      } else {
        members.append(JSONMember(name: name, value: value))
        names.append((offset, print))
        if seen != nil { seen?[ExactString(name)] = members.count - 1 }
      }
      skipSpace()
      switch peek() {
      case UInt8(ascii: ","):
        let comma = position
        position += 1
        skipSpace()
        if peek() == UInt8(ascii: "}") { throw trailingComma(comma, in: .object) }
      case UInt8(ascii: "}"):
        position += 1
        depth -= 1
        names.removeLast(names.count - firstName)
        return .object(JSONObject(distinct: members))
      default:
        throw unexpected(in: .object, from: opening)
      }
    }
  }

  /// The index of an earlier member with this name. Searches few names by fingerprint and many by hash.
  private func earlierMember(
    named name: String, print: UInt64, among members: [JSONMember], firstName: Int,
    seen: inout [ExactString: Int]?
  ) -> Int? {
    if let seen { return seen[ExactString(name)] }
    for index in members.indices
    where names[firstName + index].print == print && members[index].name.hasSameScalars(as: name) {
      return index
    }
    if members.count == 32 {
      seen = Dictionary(
        members.enumerated().map { (ExactString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }
    return nil
  }

  /// The FNV-1a hash of a quoted name after its escapes are resolved. Equal names have equal fingerprints.
  private func fingerprint(from start: Int, to end: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in start..<end {
      let byte = text[index]
      if byte == UInt8(ascii: "\\") { return scratchFingerprint }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return hash
  }

  /// The fingerprint of the name in `scratch`, whose escapes are resolved.
  private var scratchFingerprint: UInt64 {
    let quote = UInt64(UInt8(ascii: "\""))
    var hash: UInt64 = (0xCBF2_9CE4_8422_2325 ^ quote) &* 0x100_0000_01B3
    for byte in scratch { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (hash ^ quote) &* 0x100_0000_01B3
  }

  // MARK: Numbers

  private mutating func readNumber() throws(SyntaxError) -> JSONNumber {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    switch peek() {
    case UInt8(ascii: "0"):
      position += 1
      if let next = peek(), (0x30...0x39).contains(next) {
        throw SyntaxError(
          offset: position, message: "a number has a leading zero", hint: "remove the leading zero")
      }
    case .some(0x31...0x39):
      skipDigits()
    default:
      throw unexpected(.digit)
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard let byte = peek(), (0x30...0x39).contains(byte) else {
        let number = String(decoding: text[start..<position].suffix(40), as: UTF8.self)
        throw SyntaxError(
          offset: start, message: "a number ends with its decimal point", hint: "write \(number)0")
      }
      skipDigits()
    }
    if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try requireDigits()
    }
    return JSONNumber(grammatical: String(decoding: text[start..<position], as: UTF8.self))
  }

  private mutating func skipDigits() {
    while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
  }

  private mutating func requireDigits() throws(SyntaxError) {
    guard let byte = peek(), (0x30...0x39).contains(byte) else {
      throw unexpected(.digit)
    }
    skipDigits()
  }

  // MARK: Strings

  private mutating func readString() throws(SyntaxError) -> String {
    position += 1
    let start = position
    skipPlain()
    guard peek() == UInt8(ascii: "\"") else { return try readEscapedString(from: start) }
    let text = try string(from: start, to: position)
    position += 1
    return text
  }

  /// The string of a range of the source, after a check of its UTF-8.
  private func string(from start: Int, to end: Int) throws(SyntaxError) -> String {
    let slice = text[start..<end]
    guard let text = String(validUTF8: slice) else {
      throw SyntaxError(
        code: .encoding, offset: start + firstInvalidUTF8(in: slice), message: "the text is not valid UTF-8",
        hint: "save it as UTF-8")
    }
    return text
  }

  private mutating func readEscapedString(from start: Int) throws(SyntaxError) -> String {
    scratch.removeAll(keepingCapacity: true)
    var plainStart = start
    while true {
      skipPlain()
      // Each part between escapes is checked alone: an escape cannot occur within a scalar.
      _ = try string(from: plainStart, to: position)
      scratch.append(contentsOf: text[plainStart..<position])
      switch peek() {
      case nil:
        throw SyntaxError(
          offset: start - 1, message: "the string that begins here is not closed", hint: "add the closing \"")
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try readEscape()
      case .some(let byte):
        guard byte != 0x0A, byte != 0x0D else {
          throw SyntaxError(
            offset: position, message: "the line ends within a string",
            hint: closingHint(from: start))
        }
        let escape = byte == 0x09 ? "\\t" : nil
        throw SyntaxError(
          offset: position, message: "a control character (\(hexadecimal(byte))) stands in a string",
          hint: "write it as \(escape ?? "\\u00" + hexadecimal(byte).suffix(2))")
      }
      plainStart = position
    }
  }

  private mutating func readEscape() throws(SyntaxError) {
    let start = position
    position += 1
    guard let byte = peek() else {
      throw SyntaxError(offset: start, message: "the text ends within an escape")
    }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): try readUnicodeEscape(from: start)
    default:
      throw SyntaxError(
        offset: start, message: "unknown escape sequence",
        hint: byte == UInt8(ascii: "'")
          ? "a ' needs no backslash" : "write a backslash as \\\\")
    }
  }

  /// Reads `\u` and four hexadecimal digits, or a surrogate pair of two such escapes (RFC 8259 §7).
  private mutating func readUnicodeEscape(from start: Int) throws(SyntaxError) {
    let first = try readFourHex(from: start)
    var code = UInt32(first)
    if (0xD800...0xDBFF).contains(first) {
      guard position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
        text[position + 1] == UInt8(ascii: "u")
      else { throw loneSurrogate(start) }
      position += 2
      let second = try readFourHex(from: start)
      guard (0xDC00...0xDFFF).contains(second) else { throw loneSurrogate(start) }
      code = 0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(start) }
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func loneSurrogate(_ offset: Int) -> SyntaxError {
    SyntaxError(
      code: .encoding, offset: offset, message: "an escape is half of a surrogate pair",
      hint: "write the character itself")
  }

  private mutating func readFourHex(from start: Int) throws(SyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = byte.hexDigitValue else {
        throw SyntaxError(
          offset: start, message: "\\u is not followed by four hexadecimal digits",
          hint: "such as \\u00E9")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  func peek() -> UInt8? {
    position < text.count ? text[position] : nil
  }

  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips the literal bytes of a string, eight at a time: all but `"`, `\` and control characters.
  private mutating func skipPlain() {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= text.count {
      // SAFETY: eight bytes from place are within the text, by the condition above.
      let word = unsafe text.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      }
      // The high bit marks each byte that is `"`, `\` or below 0x20. Only the lowest mark is exact: a borrow can set
      // wrong marks above it.
      let quote = word ^ (low &* 0x22)
      let slash = word ^ (low &* 0x5C)
      let marks =
        ((quote &- low) & ~quote | (slash &- low) & ~slash | (word &- (low &* 0x20)) & ~word) & high
      if marks != 0 {
        position += UInt64(littleEndian: marks).trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    while let byte = peek(), byte != 0x22, byte != 0x5C, byte >= 0x20 { position += 1 }
  }
}
