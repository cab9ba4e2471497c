/// A position in the UTF-8 of a text, for parsing from left to right.
struct ByteCursor {
  private let bytes: String.UTF8View
  private(set) var position: String.Index

  init(_ text: String) {
    bytes = text.utf8
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func advance() { if !isAtEnd { bytes.formIndex(after: &position) } }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    advance()
    return true
  }

  mutating func take(where isTaken: (UInt8) -> Bool) -> Int {
    var count = 0
    while let next, isTaken(next) {
      advance()
      count += 1
    }
    return count
  }

  /// Takes exactly `count` decimal digits and returns their number.
  mutating func takeDigits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let next, next.isASCIIDigit else { return nil }
      value = value * 10 + Int(next &- 0x30)
      advance()
    }
    return value
  }
}
