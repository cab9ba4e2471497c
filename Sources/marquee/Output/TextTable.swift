import JSONText
import ProgramOutput
import Screens

/// A table with aligned columns for a terminal.
struct TextTable {
  private var rows: [[String]]
  private let hasTitles: Bool
  private let margin: String

  /// - Parameters:
  ///   - titles: the header row; empty for a table without one.
  ///   - indent: the number of spaces before each row.
  init(_ titles: [String] = [], indent: Int = 0) {
    rows = titles.isEmpty ? [] : [titles]
    hasTitles = !titles.isEmpty
    margin = String(repeating: " ", count: indent)
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Whether the table has no rows besides the header.
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
        // The last cell is not padded, so that no line ends with spaces.
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

  /// A text of a server in a cell; a dash for nil and the empty text.
  static func cell(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "-" }
    return printable(text)
  }

  /// The text of a JSON value in a cell; a dash for nil, null and the empty text.
  static func cell(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .string(let text)?: cell(text)
    case let value?: value.text
    }
  }
}
