/// A position in a text: line and column in Unicode scalars, from 1.
struct TextPosition: Equatable, CustomStringConvertible {
  let line: Int
  let column: Int

  var description: String { "line \(line), column \(column)" }

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of the first occurrence of `part` in `text`, whose lines end with LF; nil if there is none.
  init?(of part: String, in text: String) {
    let (whole, wanted) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
    guard whole.count >= wanted.count,
      let start = (0...(whole.count - wanted.count)).first(where: { whole[$0...].starts(with: wanted) })
    else { return nil }
    let before = whole[..<start]
    line = before.count { $0 == "\n" } + 1
    column = start - (before.lastIndex(of: "\n") ?? -1)
  }
}
