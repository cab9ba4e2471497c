import JSONText
import Screens

/// Rows whose cells stand below each other on a terminal.
struct TextTable {
  private var rows: [[String]]
  private let hasTitles: Bool
  private let margin: String

  /// - Parameters:
  ///   - titles: the first row; none for a table that explains itself.
  ///   - indent: columns to the left of all rows.
  init(_ titles: [String] = [], indent: Int = 0) {
    rows = titles.isEmpty ? [] : [titles]
    hasTitles = !titles.isEmpty
    margin = String(repeating: " ", count: indent)
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Whether there is nothing but titles.
  var isEmpty: Bool { rows.count == (hasTitles ? 1 : 0) }

  func lines(_ style: TerminalStyle) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayColumns)
      }
    }
    return rows.enumerated().map { number, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        // Nothing is written behind the last cell: no line ends in blanks.
        if column + 1 < row.count {
          line += String(repeating: " ", count: widths[column] - cell.displayColumns + 2)
        }
      }
      return margin + (hasTitles && number == 0 ? style.bold(line) : line)
    }
  }

  func write() {
    for line in lines(.standardOutput) { StandardOutput.write(line) }
  }

  /// A value of an answer in a cell; a dash for none.
  static func cell(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .string(let text)?: text.isEmpty ? "-" : printable(text)
    case let value?: value.text
    }
  }
}
