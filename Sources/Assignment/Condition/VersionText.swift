internal import JSONText

/// A version number in the comparable form of GrowthBook's SDKs.
///
/// A leading `v` and build metadata are dropped. The rest is split at `.` and `-`. Numbers are padded with
/// spaces to five places, so that 9 comes before 10. A version of exactly three parts gets `~`, so that a
/// release comes after its pre-releases.
///
/// The SDKs' order differs from Semantic Versioning 2.0.0 §11 for numbers of six digits and more, `-` inside a
/// pre-release, and versions of other than three parts. This type follows the SDKs.
struct VersionText: Sendable {
  /// The padded form as UTF-8.
  let bytes: [UInt8]

  private static let paddedWidth = 5

  init(_ value: JSONValue) {
    var padded: [UInt8] = []
    withBytes(of: Self.text(of: value)) { text in
      Self.forEachByte(ofPadded: text) {
        padded.append($0)
        return true
      }
    }
    bytes = padded
  }

  /// Negative, zero or positive when the value is less than, equal to or greater than this version.
  func order(of value: JSONValue) -> Int {
    withBytes(of: Self.text(of: value)) { text in
      var position = 0
      var order = 0
      Self.forEachByte(ofPadded: text) { byte in
        order = position < bytes.count ? compareUTF16(byte, bytes[position]) : 1
        position += 1
        return order == 0
      }
      return order == 0 && position < bytes.count ? -1 : order
    }
  }

  /// The version's text. An empty string and anything that is neither a string nor a number is version 0.
  private static func text(of value: JSONValue) -> String {
    switch value {
    case .string(let text) where !text.isEmpty: text
    case .number(let number): ecmaText(of: number.double)
    default: "0"
    }
  }

  /// Calls the body with each byte of the padded form until it returns false.
  @inline(__always)
  private static func forEachByte(ofPadded text: Span<UInt8>, _ body: (UInt8) -> Bool) {
    let end = endOfCore(text)
    var position = text.count > 0 && text[0] == UInt8(ascii: "v") ? 1 : 0
    var partCount = 0
    while true {
      partCount += 1
      let partEnd = endOfPart(text, from: position, to: end)
      for _ in 0..<padding(text, from: position, to: partEnd) {
        guard body(UInt8(ascii: " ")) else { return }
      }
      while position < partEnd {
        guard body(text[position]) else { return }
        position += 1
      }
      guard position < end else { break }
      guard body(UInt8(ascii: "-")) else { return }
      position += 1
    }
    guard partCount == 3, body(UInt8(ascii: "-")) else { return }
    _ = body(UInt8(ascii: "~"))
  }

  private static func endOfPart(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, text[position] != UInt8(ascii: "-"), text[position] != UInt8(ascii: ".") {
      position += 1
    }
    return position
  }

  /// The number of spaces before a part: 0 unless the part is all digits.
  private static func padding(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    for position in start..<end where text[position] < UInt8(ascii: "0") || text[position] > UInt8(ascii: "9")
    {
      return 0
    }
    return max(0, paddedWidth - (end - start))
  }

  /// The start of build metadata: the first `+` after the last line terminator, as the SDKs' `/\+.*$/` finds it.
  private static func endOfCore(_ text: Span<UInt8>) -> Int {
    var end = text.count
    var position = text.count
    while position > 0 {
      position -= 1
      switch text[position] {
      case UInt8(ascii: "+"): end = position
      case 0x0A, 0x0D: return end
      // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
      case 0xA8, 0xA9:
        if position >= 2, text[position - 1] == 0x80, text[position - 2] == 0xE2 { return end }
      default: break
      }
    }
    return end
  }
}
