import JSONText

/// The lines of a text, to turn offsets of bytes into positions of LSP and back.
///
/// A position is a line and the number of UTF-16 code units before it in the line, both from 0 (LSP 3.17 `Position`).
/// LF, CR LF and CR end a line.
struct LineIndex {
  private let text: [UInt8]
  /// The offset of the first byte of each line.
  private let starts: [Int]
  /// The number of UTF-16 code units before each block of bytes. A whole document can be one line.
  private let checkpoints: [Int]

  private static let blockBytes = 1024

  init(_ text: [UInt8]) {
    self.text = text
    var starts = [0]
    var checkpoints: [Int] = []
    var units = 0
    for (offset, byte) in text.enumerated() {
      if offset.isMultiple(of: Self.blockBytes) { checkpoints.append(units) }
      units += Self.units(byte)
      // CR LF is one line end.
      let endsAtCarriageReturn = byte == 0x0D && (offset + 1 == text.count || text[offset + 1] != 0x0A)
      if byte == 0x0A || endsAtCarriageReturn { starts.append(offset + 1) }
    }
    if text.count.isMultiple(of: Self.blockBytes) { checkpoints.append(units) }
    self.starts = starts
    self.checkpoints = checkpoints
  }

  /// The number of UTF-16 code units before an offset within the text.
  private func units(before offset: Int) -> Int {
    let block = offset / Self.blockBytes
    return text[block * Self.blockBytes..<offset].reduce(checkpoints[block]) { $0 + Self.units($1) }
  }

  /// The number of UTF-16 code units that a byte of UTF-8 begins.
  private static func units(_ byte: UInt8) -> Int {
    switch byte {
    case 0x80...0xBF: 0
    case 0xF0...0xFF: 2
    default: 1
    }
  }

  /// The offset of a position. A position beyond the end of a line is at its end.
  func offset(line: Int, character: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < starts.count else { return text.count }
    var offset = starts[line]
    var units = 0
    while offset < text.count, text[offset] != 0x0A, text[offset] != 0x0D {
      units += Self.units(text[offset])
      // A position within a surrogate pair means the beginning of the pair.
      if units > character { return offset }
      offset += 1
      while offset < text.count, (0x80...0xBF).contains(text[offset]) { offset += 1 }
    }
    return offset
  }

  /// The LSP position of an offset. An offset beyond the end has the position of the end.
  func position(of offset: Int) -> JSONValue {
    let end = min(max(offset, 0), text.count)
    // The last line that begins at or before the offset.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= end { low = middle } else { high = middle }
    }
    let character = units(before: end) - units(before: starts[low])
    return ["line": .number(JSONNumber(low)), "character": .number(JSONNumber(character))]
  }

  func range(_ range: Range<Int>) -> JSONValue {
    ["start": position(of: range.lowerBound), "end": position(of: range.upperBound)]
  }
}
