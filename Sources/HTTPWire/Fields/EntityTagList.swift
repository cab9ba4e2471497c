/// Compares entity tags with the value of If-Match or If-None-Match (RFC 9110 §13.1).
package enum EntityTagList {
  package enum Comparison: Sendable {
    /// Both tags are strong and equal (RFC 9110 §8.8.3.2).
    case strong
    /// The tags are equal without their `W/` prefixes.
    case weak
  }

  /// Whether `list` is `*` or contains `tag`.
  /// - Parameter tag: the tag as in an ETag field; nil if there is no representation, which matches nothing.
  package static func matches(_ list: Bytes, _ tag: Bytes?, _ comparison: Comparison) -> Bool {
    guard let tag, !tag.isEmpty else { return false }
    if list.trimmed == "*" { return true }
    var start = 0
    while start < list.count {
      // A tag may contain commas.
      let end = FieldList.endOfElement(list, from: start, quotes: .opaqueTag)
      if isSame(list[start..<end].trimmed, tag, comparison) { return true }
      start = end + 1
    }
    return false
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
