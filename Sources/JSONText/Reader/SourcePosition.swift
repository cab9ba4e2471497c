/// A position in a text, by line and column.
package struct SourcePosition: Sendable, Hashable {
  /// The number of bytes from the start of the text.
  package let offset: Int
  /// The line, from 1. LF, CR LF and a lone CR each end one.
  package let line: Int
  /// The index of the Unicode scalar in the line, from 1.
  package let column: Int

  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position of the byte at `offset` in a UTF-8 text; an offset beyond the end gives the end.
  package init(of offset: Int, in text: [UInt8]) { self = Self.positions(of: [offset], in: text)[0] }

  /// The positions of several bytes, in one pass.
  static func positions(of offsets: [Int], in text: [UInt8]) -> [SourcePosition] {
    var positions = [SourcePosition](
      repeating: SourcePosition(offset: 0, line: 1, column: 1), count: offsets.count)
    var line = 1
    var column = 1
    var position = text.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      let end = min(max(offsets[index], 0), text.count)
      while position < end {
        switch text[position] {
        case 0x0A:
          line += 1
          column = 1
        case 0x0D:
          // CR LF is one line end; it counts at the LF.
          if position + 1 >= text.count || text[position + 1] != 0x0A {
            line += 1
            column = 1
          }
        case 0x80...0xBF:
          break  // within a scalar
        default:
          column += 1
        }
        position += 1
      }
      positions[index] = SourcePosition(offset: end, line: line, column: column)
    }
    return positions
  }
}

enum ByteOrderMark {
  /// U+FEFF in UTF-8; RFC 8259 §8.1 allows a parser to ignore it at the start.
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}
