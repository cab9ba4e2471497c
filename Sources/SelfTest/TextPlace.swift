/// A place in a text as a person counts it: lines and Unicode scalars from 1.
struct TextPlace: Equatable, CustomStringConvertible {
  let line: Int
  let column: Int

  var description: String { "line \(line), column \(column)" }

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Where `part` begins in `text`, whose lines end in LF; nil when it does not occur.
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
