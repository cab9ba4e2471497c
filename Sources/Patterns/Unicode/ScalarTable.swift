/// Unicode data as text. Each entry has names, each with an `@`, and then ranges of characters in hexadecimal.
package enum ScalarTable {
  package struct Entry: Sendable {
    package var names: [String]
    package var ranges: [ClosedRange<UInt32>]
  }

  package static func parse(_ text: String) -> [Entry] {
    var entries: [Entry] = []
    var isNaming = false
    for token in text.split(whereSeparator: \.isWhitespace) {
      if token.hasPrefix("@") {
        if !isNaming { entries.append(Entry(names: [], ranges: [])) }
        isNaming = true
        entries[entries.count - 1].names.append(String(token.dropFirst()))
      } else if !entries.isEmpty {
        isNaming = false
        let ends = token.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let low = ends.first, let high = ends.last, low <= high else { continue }
        entries[entries.count - 1].ranges.append(low...high)
      }
    }
    return entries
  }

  /// The set of the ranges of all entries with a name.
  package static func set(of name: String, in entries: [Entry]) -> ScalarSet {
    var set = ScalarSet(entries.filter { $0.names.contains(name) }.flatMap(\.ranges))
    set.normalize()
    return set
  }
}
