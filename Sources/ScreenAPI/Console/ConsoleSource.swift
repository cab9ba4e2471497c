/// A script or style sheet of the console as browsers get it.
///
/// Comments are a fifth of the text, and browsers load all of it before a person can work. Lines that are empty or only
/// a comment are left out, and the others lose their indentation.
enum ConsoleSource {
  static func compacted(_ source: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var isInBlock = false
    // A template literal can go on in the next line, where spaces are a part of it.
    var isInTemplate = false
    func add(_ line: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) {
      guard isInTemplate || !text.isEmpty else { return }
      result += isInTemplate ? line : text
      result.append(newline)
      if backticks(in: line) % 2 == 1 { isInTemplate.toggle() }
    }
    for line in source.split(separator: newline, omittingEmptySubsequences: false) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      let ends = text.suffix(2).elementsEqual("*/".utf8)
      if isInBlock {
        isInBlock = !ends
      } else if !isInTemplate, text.starts(with: "/*".utf8) {
        // A comment before code of the same line stays.
        if ends { continue }
        isInBlock = !contains(text, "*/")
        if !isInBlock { add(line, text) }
      } else if isInTemplate || !text.starts(with: "//".utf8) {
        add(line, text)
      }
    }
    return result
  }

  /// The number of backticks that no backslash escapes.
  private static func backticks(in line: ArraySlice<UInt8>) -> Int {
    line.indices.count { index in
      line[index] == UInt8(ascii: "`")
        && (index == line.startIndex || line[line.index(before: index)] != UInt8(ascii: "\\"))
    }
  }

  private static func contains(_ line: ArraySlice<UInt8>, _ text: String) -> Bool {
    line.indices.contains { line[$0...].starts(with: text.utf8) }
  }
}
