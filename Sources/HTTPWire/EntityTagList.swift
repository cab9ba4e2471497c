/// The value of If-Match or If-None-Match (RFC 9110 §13.1).
package enum EntityTagList {
  package enum Comparison: Sendable {
    /// Both tags are strong and the same (RFC 9110 §8.8.3.2).
    case strong
    /// The same but for the mark of weakness.
    case weak
  }

  /// Whether `list` is `*` or names `tag`, which is written as in an ETag field. `tag` nil: there is no
  /// representation, and nothing matches.
  package static func matches(_ list: Bytes, _ tag: Bytes?, _ comparison: Comparison) -> Bool {
    guard let tag, !tag.isEmpty else { return false }
    if list.trimmed == "*" { return true }
    var start = 0
    while start < list.count {
      let end = endOfElement(list, from: start)
      if isSame(list[start..<end].trimmed, tag, comparison) { return true }
      start = end + 1
    }
    return false
  }

  /// The next comma outside of quotes: a tag may hold commas.
  private static func endOfElement(_ list: Bytes, from start: Int) -> Int {
    var quoted = false
    var index = start
    while index < list.count {
      if list[index] == 0x22 { quoted.toggle() }
      if list[index] == 0x2C, !quoted { break }
      index += 1
    }
    return index
  }

  private static func isSame(_ one: Bytes, _ other: Bytes, _ comparison: Comparison) -> Bool {
    guard !one.isEmpty else { return false }
    switch comparison {
    case .strong: return one == other && !isWeak(one)
    case .weak: return opaque(one) == opaque(other)
    }
  }

  private static func isWeak(_ tag: Bytes) -> Bool { tag.hasPrefix("W/") }
  private static func opaque(_ tag: Bytes) -> Bytes { isWeak(tag) ? tag[2..<tag.count] : tag }
}
